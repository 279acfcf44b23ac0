import { describe, expect, it } from 'vitest'
import { SIGN_IN, judgePage, MAGAZINE, middleOf, type PageFigures } from './page-figures.ts'

const GOOD: PageFigures = {
  scores: { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 },
  fcp_ms: 900,
  lcp_ms: 1_300,
  tbt_ms: 50,
  interactive_ms: 1_500,
  cls: 0.01,
  requests: 9,
  third_party_requests: 0,
  bytes: {
    html: 9_000,
    scripts: 15_360,
    styles: 10_240,
    fonts: 69_632,
    pictures: 200_000,
    picture: 61_440,
    total: 400_000,
  },
  complaints: [],
}

describe('judgePage', () => {
  it('has nothing to say of a page at its limits', () => {
    expect(judgePage('home', GOOD, MAGAZINE)).toEqual([])
  })

  it('names a score that is not full', () => {
    expect(judgePage('home', { ...GOOD, scores: { ...GOOD.scores, seo: 99 } }, MAGAZINE)).toEqual([
      'home: seo 99 of 100',
    ])
  })

  it.each([
    ['lcp_ms', 1_301],
    ['tbt_ms', 51],
    ['cls', 0.011],
    ['third_party_requests', 1],
  ])('names %s over its limit', (name, value) => {
    expect(judgePage('home', { ...GOOD, [name]: value }, MAGAZINE)).toEqual([
      expect.stringContaining(`${name} ${value}`),
    ])
  })

  it.each(['scripts', 'styles', 'fonts', 'picture'] as const)(
    'names %s one byte over their limit',
    (name) => {
      const bytes = { ...GOOD.bytes, [name]: GOOD.bytes[name] + 1 }
      expect(judgePage('home', { ...GOOD, bytes }, MAGAZINE)).toEqual([expect.stringContaining(name)])
    },
  )
})

it('the sign-in page has a budget of its own', () => {
  const scores = { ...GOOD.scores, seo: 60, performance: 90 }
  const slow = { ...GOOD, scores, lcp_ms: 1_400, interactive_ms: 1_501 }
  expect(judgePage('sign-in', slow, SIGN_IN)).toEqual([expect.stringContaining('interactive_ms 1501')])
})

it('the middle of several runs is that of each figure by itself', () => {
  const run = (lcp_ms: number, tbt_ms: number, performance: number): PageFigures => ({
    ...GOOD,
    scores: { ...GOOD.scores, performance },
    lcp_ms,
    tbt_ms,
  })
  const middle = middleOf([run(1_100, 40, 100), run(1_200, 400, 90), run(1_300, 0, 99)])
  expect(middle).toMatchObject({ lcp_ms: 1_200, tbt_ms: 40, scores: { performance: 99, seo: 100 } })
})
