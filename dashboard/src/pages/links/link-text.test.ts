import type { CheckedLink } from '@half-measure/shared/stats/link-health.ts'
import { describe, expect, it } from 'vitest'
import { checkText, emptyText, linkName, movedTo, ofKind, stateCounts } from './link-text.ts'

const check = {
  at: '2026-11-20T03:00:00.000Z',
  status: 200,
  problem: null,
  url: 'https://shop.test/',
  redirects: 0,
  ms: 80,
}
const link = (changes: Partial<CheckedLink> = {}): CheckedLink => ({
  href: 'https://shop.test/',
  pages: ['/articles/pine-beer'],
  state: 'working',
  failing_since: null,
  check,
  clicks: 3,
  ...changes,
})

describe('links', () => {
  it('are of partners or not', () => {
    const all = [link(), link({ href: '/go/pale' })]
    expect(ofKind(all, 'all')).toEqual(all)
    expect(ofKind(all, 'partner').map(({ href }) => href)).toEqual(['/go/pale'])
    expect(ofKind(all, 'other').map(({ href }) => href)).toEqual(['https://shop.test/'])
  })

  it('are counted by state, the worst first', () => {
    const all = [link(), link({ state: 'dead' }), link()]
    expect(stateCounts(all)).toEqual([
      { label: 'Dead', count: 1 },
      { label: 'Works', count: 2 },
    ])
  })

  it.each([
    ['https://www.shop.test/', 'shop.test'],
    ['http://shop.test/offers/?a=1', 'shop.test/offers/?a=1'],
    ['/go/pale', '/go/pale'],
  ])('%s is called %s', (href, name) => expect(linkName(href)).toBe(name))
})

it('a kind without links is not a search without results', () => {
  expect(emptyText('partner', '')).toBe('The magazine has no partner links.')
  expect(emptyText('other', '')).toBe('The magazine links to no other site.')
  expect(emptyText('partner', 'beer')).toContain('contains this text')
})

describe('checkText', () => {
  it.each([
    ['200', {}],
    ['404 after 1 redirect', { status: 404, redirects: 1 }],
    ['no such site', { status: null, problem: 'unknown_host' as const }],
  ])('%s', (words, found) => expect(checkText({ check: { ...check, ...found } })).toBe(words))

  it('says nothing before the first check', () => expect(checkText({ check: null })).toBe(''))
})

describe('movedTo', () => {
  const moved = (href: string, url: string) => movedTo({ href, check: { ...check, redirects: 1, url } })

  it('names another page', () => {
    expect(moved('https://shop.test/a', 'https://shop.test/b')).toBe('https://shop.test/b')
  })

  it.each([
    ['http://shop.test/a', 'https://www.shop.test/a/'],
    ['/go/pale', 'https://magazine.test/partners/pale'],
  ])('does not name the same page: %s, %s', (href, url) => expect(moved(href, url)).toBeNull())
})
