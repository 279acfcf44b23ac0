import { titledLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { expect, it } from 'vitest'
import { goalText, readGoal } from './goal-text.ts'

it.each([
  [{ kind: 'page', path: '/newsletter' }, 'View of /newsletter'],
  [{ kind: 'page', path: '/articles/*' }, 'View of any page under /articles/'],
  [{ kind: 'click', element_id: 'hero-cta' }, 'Click on element hero-cta'],
  [{ kind: 'scroll', path: '/articles/*', depth: 75 }, '75% of any page under /articles/ read'],
  [
    { kind: 'product', event_type: 'affiliate_click', product: 'Nightjar Lager' },
    'Affiliate click for Nightjar Lager',
  ],
  [{ kind: 'source', event_type: 'newsletter_signup', source: 'popup' }, 'Newsletter sign-up from popup'],
] as const)('says what %o is', (goal, words) => {
  expect(goalText(goal)).toBe(words)
})

it('calls a page by its title, and pages under a path by the path', () => {
  const labelOf = titledLabel([
    { path: '/newsletter', title: 'The Friday Letter' },
    { path: '/articles/', title: 'Articles' },
  ])
  expect(goalText({ kind: 'page', path: '/newsletter' }, labelOf)).toBe('View of The Friday Letter')
  expect(goalText({ kind: 'scroll', path: '/newsletter', depth: 75 }, labelOf)).toBe(
    '75% of The Friday Letter read',
  )
  expect(goalText({ kind: 'page', path: '/articles/*' }, labelOf)).toBe('View of any page under /articles/')
})

it('reads a goal from the fields of its kind, and nothing from an incomplete form', () => {
  const fields = { path: '/about', depth: '50', element_id: '', event_type: 'affiliate_click', product: '' }
  const field = (name: string) => (fields as Record<string, string>)[name] ?? ''
  expect(readGoal('page', field)).toEqual({ kind: 'page', path: '/about' })
  expect(readGoal('scroll', field)).toEqual({ kind: 'scroll', path: '/about', depth: 50 })
  expect(readGoal('click', field)).toBeNull()
  expect(readGoal('product', field)).toBeNull()
  expect(readGoal('source', field)).toBeNull()
})
