import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { almostEvent, jsonValue, wordyEvent } from '../testing/arbitrary-json.ts'
import { aClick, aConversion, anAssignment, anEngagement, aPageView } from '../testing/events.ts'
import { problemsOf } from '../testing/problems-of.ts'
import { Event } from './event.ts'

/** The most characters of each text. */
const MOST_CHARACTERS: Record<string, number> = {
  type: 13,
  event_id: 36,
  page_path: 2_000,
  page_title: 512,
  referrer: 2_000,
  screen: 11,
  language: 35,
  timezone: 64,
  source: 256,
  medium: 256,
  campaign: 256,
  term: 256,
  content: 256,
  element_type: 64,
  element_id: 128,
  event_type: 17,
  product_name: 200,
  currency: 3,
  test_name: 64,
  variant: 64,
}
/** The least and the most of each number. */
const RANGES: Record<string, readonly [number, number]> = {
  occurred_at: [-8.64e15, 8.64e15],
  product_rank: [1, 100],
  value: [0, 1_000_000],
  active_ms: [0, 3_600_000],
  scroll_depth: [0, 100],
  lcp_ms: [0, 3_600_000],
  inp_ms: [0, 3_600_000],
  cls: [0, 1_000],
}

function expectWithinBounds(parsed: object): void {
  for (const [key, value] of Object.entries(parsed)) {
    if (key === 'click_data' || key === 'conversion_data') {
      expect(JSON.stringify(value).length).toBeLessThanOrEqual(4_000)
    } else if (key === 'utm') {
      expectWithinBounds(value as object)
    } else if (typeof value === 'string') {
      // An unknown key has no bound here, and fails.
      expect(Array.from(value).length, key).toBeLessThanOrEqual(MOST_CHARACTERS[key] ?? -1)
    } else {
      expect(value, key).toBeTypeOf('number')
      const [least, most] = RANGES[key] ?? [Number.NaN, Number.NaN]
      expect(value, key).toBeGreaterThanOrEqual(least)
      expect(value, key).toBeLessThanOrEqual(most)
    }
  }
}

/** Whatever the result: no throw, clean text, and no longer than allowed. */
function expectCleanOrRefused(candidate: unknown): boolean {
  const { success, data } = Event.safeParse(candidate)
  expect(({} as { x?: unknown }).x).toBeUndefined()
  if (!success) return false
  expectWithinBounds(data)
  const text = JSON.stringify(data)
  expect(text.isWellFormed()).toBe(true)
  expect(text).not.toMatch(/\\u0000|\\ud[89a-f]/i)
  return true
}

describe('Event', () => {
  it.each([[aPageView()], [aClick()], [aConversion()], [anAssignment()], [anEngagement()]])(
    'takes what the builders build: $type',
    (event) => {
      expect(problemsOf(Event, event)).toEqual([])
    },
  )

  it.each([
    [undefined],
    ['purchase'],
    ['Page_view'],
    ['__proto__'],
    ['constructor'],
    [null],
    [0],
    [['page_view']],
  ])('refuses the type %j', (type) => {
    expect(problemsOf(Event, { ...aPageView(), type })).toEqual(['type'])
  })

  it.each([[null], [undefined], ['page_view'], [7], [[]], [true]])(
    'refuses %j, which is no object',
    (value) => {
      expect(problemsOf(Event, value)).not.toEqual([])
    },
  )

  it('does not let a __proto__ key stand in for the fields that are missing', () => {
    const candidate = JSON.parse(`{"__proto__":${JSON.stringify(aPageView())}}`) as unknown
    expect(problemsOf(Event, candidate)).toEqual(['type'])
    expect(({} as { type?: unknown }).type).toBeUndefined()
  })

  it('strips __proto__ and constructor beside good fields', () => {
    const json = JSON.stringify(aPageView()).replace('{', '{"__proto__":{"x":1},"constructor":{"x":1},')
    const parsed = Event.parse(JSON.parse(json))
    expect(Object.keys(parsed).sort()).toEqual(['event_id', 'occurred_at', 'page_path', 'type'])
    expect((parsed as { x?: unknown }).x).toBeUndefined()
  })

  it('takes or refuses any JSON without throwing', () => {
    fc.assert(
      fc.property(jsonValue, (value) => void expectCleanOrRefused(value)),
      { numRuns: 300 },
    )
  })

  it('refuses events with anything in their fields, or returns a clean, bounded event', () => {
    const taken = countTaken(almostEvent, 1_500)
    // Neither all nor none: else the property would say little.
    expect(taken).toBeGreaterThan(100)
    expect(taken).toBeLessThan(1_400)
  })

  it('cleans and bounds text wherever it takes some', () => {
    expect(countTaken(wordyEvent, 1_000)).toBeGreaterThan(100)
  })
})

function countTaken(candidates: fc.Arbitrary<unknown>, runs: number): number {
  let taken = 0
  fc.assert(
    fc.property(candidates, (candidate) => {
      if (expectCleanOrRefused(candidate)) taken++
    }),
    { numRuns: runs },
  )
  return taken
}
