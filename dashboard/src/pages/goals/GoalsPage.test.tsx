import { MAX_CUSTOM_GOALS } from '@half-measure/shared/stats/goals.ts'
import { expect, it } from 'vitest'
import { pageMarkup } from '../../layout/testing/page-text.tsx'
import { CustomPanel } from './GoalsPage.tsx'

function markupWith(count: number): Promise<string> {
  const custom = Array.from({ length: count }, (_, nth) => ({ kind: 'page' as const, path: `/${nth}` }))
  const goals = { event_types: [], custom }
  return pageMarkup(<CustomPanel goals={goals} busy={false} onChange={() => Promise.resolve(true)} />, {})
}

it('takes no more custom goals than can be stored, and says so', async () => {
  expect(await markupWith(MAX_CUSTOM_GOALS - 1)).toContain('Path of the page')
  const full = await markupWith(MAX_CUSTOM_GOALS)
  expect(full).not.toContain('Path of the page')
  expect(full).toContain('the most possible')
})
