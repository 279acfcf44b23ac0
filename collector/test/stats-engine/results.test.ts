import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { DEFAULT_GOALS, type Goals } from '@half-measure/shared/stats/goals.ts'
import { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { BUCKETS, type Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineStack, iso, type TestQuery } from './engine-stack.ts'
import { randomEvents } from './random-events.ts'
import { randomQuery, SOME_VALUE } from './random-query.ts'

/** Three weeks around the Sunday in October on which London's clocks go back. */
const FROM = Date.UTC(2026, 9, 14)
const TO = Date.UTC(2026, 10, 4)

/** No event comes while they run: a snapshot of the open sessions serves many queries, not one or two. */
const FRESH_MS = 20_000

/** One of each kind at least; some are reached by the same event. */
const GOALS: Goals = {
  event_types: ['newsletter_signup'],
  custom: [
    { kind: 'page', path: "/o'clock\\b" },
    { kind: 'page', path: '/articles/t*' },
    { kind: 'click', element_id: 'footer' },
    { kind: 'scroll', path: '/articles/*', depth: 75 },
    { kind: 'scroll', path: '/stories', depth: 100 },
    { kind: 'product', event_type: 'affiliate_click', product: 'Half & Half' },
    { kind: 'product', event_type: 'newsletter_signup', product: 'Bitter End' },
    { kind: 'source', event_type: 'review_view', source: "reader's choice" },
    { kind: 'source', event_type: 'newsletter_signup', source: 'popup' },
  ],
}

let stack: EngineStack

beforeAll(async () => {
  const events = randomEvents({ seed: 11, from: FROM, to: TO, sessions: 600 })
  // Finished sessions, open ones, and some that events came late for.
  stack = await EngineStack.open(
    events,
    { from: FROM, to: TO },
    {
      finished: TO - 4 * 24 * HOUR_MS,
      lateEvery: 50,
      freshMs: FRESH_MS,
    },
  )
  stack.goals = GOALS
})

afterAll(() => stack[Symbol.asyncDispose]())

const expectRight = (query: TestQuery) => stack.expectRight(query)

const metrics = Metric.options

describe('every metric', () => {
  it('matches the events over the whole range', async () => {
    const { totals } = await expectRight({ metrics })
    // Half of these sessions are a single event, and have no reading.
    for (const metric of metrics.filter((metric) => !metric.startsWith('median_')))
      expect(totals.figures[metric], metric).toBeGreaterThan(0)
  })

  it('over all time', async () => {
    const range = { from: '0001-01-01T00:00:00Z', to: '9999-12-31T00:00:00Z' }
    await expectRight({ metrics, range })
    await expectRight({ metrics: ['sessions'], dimension: 'page', range, compare: 'year' })
  })

  it.each(Dimension.options)('by %s', async (dimension) => {
    const { rows } = await expectRight({
      metrics,
      dimension,
      compare: 'previous',
      range: { from: iso(FROM + 10 * 24 * HOUR_MS) },
    })
    expect(rows.length).toBeGreaterThan(1)
  })

  it.each(metrics)('%s alone is the same as with others', async (metric) => {
    await expectRight({ metrics: [metric] })
    await expectRight({ metrics: [metric], dimension: 'page' })
    await expectRight({ metrics: [metric], dimension: 'event_type' })
    await expectRight({ metrics: [metric], interval: 'day' })
  })

  it.each(BUCKETS)('by the %s, around a change of clocks', async (interval) => {
    const range = { from: iso(FROM + 7 * 24 * HOUR_MS + 1) }
    for (const tz of ['Europe/London', 'Asia/Kathmandu', 'America/Havana'])
      await expectRight({ metrics, interval, compare: 'week', range: { ...range, tz } })
    const days = (from: number, to: number) =>
      `${iso(FROM + from * 24 * HOUR_MS).slice(0, 10)}..${iso(FROM + to * 24 * HOUR_MS).slice(0, 10)}` as const
    for (const compare of ['month', days(1, 2), days(1, 16)] as const)
      await expectRight({ metrics, interval, compare, range: { ...range, tz: 'Europe/London' } })
  })
})

it('a session belongs to one day: days add up to their range, by every session dimension', async () => {
  const days = Array.from({ length: 7 }, (_, i) => ({
    from: iso(FROM + i * 24 * HOUR_MS),
    to: iso(FROM + (i + 1) * 24 * HOUR_MS),
  }))
  const week = { from: iso(FROM), to: iso(FROM + 7 * 24 * HOUR_MS) }
  for (const dimension of ['entry', 'exit', 'source'] as const) {
    const query = { metrics: ['sessions', 'bounce_rate', 'session_duration'] as const, dimension }
    const sums = new Map<string, number[]>()
    for (const range of days)
      for (const { key, figures } of (await stack.run({ ...query, metrics: [...query.metrics], range }))
        .rows) {
        const sum = sums.get(key) ?? [0, 0, 0]
        const sessions = figures.sessions ?? 0
        sums.set(key, [
          (sum[0] ?? 0) + sessions,
          (sum[1] ?? 0) + ((figures.bounce_rate ?? 0) / 100) * sessions,
          (sum[2] ?? 0) + (figures.session_duration ?? 0) * sessions,
        ])
      }
    const { rows } = await stack.run({ ...query, metrics: [...query.metrics], range: week })
    expect(new Set(rows.map(({ key }) => key))).toEqual(new Set(sums.keys()))
    for (const { key, figures } of rows) {
      const [sessions = 0, bounces = 0, seconds = 0] = sums.get(key) ?? []
      expect(figures.sessions).toBe(sessions)
      expect(figures.bounce_rate).toBeCloseTo((100 * bounces) / sessions, 3)
      expect(figures.session_duration).toBeCloseTo(seconds / sessions, 3)
    }
  }
})

async function found(dimension: Dimension, search: string, metric: Metric = 'sessions'): Promise<string[]> {
  const { rows, row_count } = await stack.run({ metrics: [metric], dimension, search })
  expect(row_count).toBe(rows.length)
  return rows.map(({ key }) => key).toSorted()
}

it('pages are found by a part of their path or of their title', async () => {
  for (const dimension of ['page', 'entry', 'exit'] as const) {
    expect(await found(dimension, 'CHRISTMAS')).toEqual(['/articles/pine-beer'])
    expect(await found(dimension, 'e-beer')).toEqual(['/articles/pine-beer'])
    expect(await found(dimension, 'nowhere')).toEqual([])
  }
  expect(await found('page', 'seats')).toEqual(['/articles/tokyo'])
  // Of other dimensions, a title is nothing.
  expect(await found('category', 'christmas')).toEqual([])
})

it('codes are found by a part of their label, and so is what has no value', async () => {
  expect(await found('country', 'KINGDOM')).toEqual(['GB'])
  expect(await found('country', 'gb')).toEqual(['GB'])
  expect(await found('event_type', 'sign-up', 'goals')).toEqual(['newsletter_signup'])
  expect(await found('hour_of_week', 'nowhere')).toEqual([])
  expect(await found('category', 'not an')).toEqual([''])
})

describe('goals', () => {
  it.each<[string, Goals]>([
    ['as they are by default', DEFAULT_GOALS],
    ['none at all', { event_types: [], custom: [] }],
    ['a page alone', { event_types: [], custom: [{ kind: 'page', path: '/' }] }],
    ['a depth alone', { event_types: [], custom: [{ kind: 'scroll', path: '/*', depth: 25 }] }],
    [
      'conversions from a place alone',
      { event_types: [], custom: [{ kind: 'source', event_type: 'newsletter_signup', source: 'popup' }] },
    ],
  ])('%s: the next query counts them', async (_, goals) => {
    stack.goals = goals
    try {
      await expectRight({ metrics })
      await expectRight({ metrics, dimension: 'page' })
      await expectRight({ metrics, dimension: 'event_type' })
      await expectRight({ metrics, dimension: 'element' })
      await expectRight({
        metrics,
        interval: 'day',
        filters: [{ operator: 'is_not', dimension: 'product', values: [''] }],
      })
    } finally {
      stack.goals = GOALS
    }
  })
})

describe('every filter', () => {
  it.each(Dimension.options)('on %s', async (dimension) => {
    const [first = '', second = ''] = SOME_VALUE[dimension]
    const filters: Filter[][] = [
      [{ operator: 'is', dimension, values: [first] }],
      [{ operator: 'is', dimension, values: [first, second] }],
      [{ operator: 'is_not', dimension, values: [first] }],
      [{ operator: 'contains', dimension, values: [(first || second).slice(1, 4).toUpperCase()] }],
    ]
    for (const some of filters) await expectRight({ metrics, filters: some })
  })
})

describe('a series without an event', () => {
  it('is compared with a series that has some', async () => {
    // Sessions that began before TO may go on for a day.
    const range = { from: iso(TO + 3 * 24 * HOUR_MS), to: iso(TO + 6 * 24 * HOUR_MS) }
    const { rows } = await expectRight({ metrics, interval: 'day', compare: 'week', range })
    expect(rows[0]?.figures['page_views']).toBe(0)
    expect(rows[0]?.compared?.['page_views']).toBeGreaterThan(0)
  })
})

describe('random queries', () => {
  it.each(Array.from({ length: 150 }, (_, seed) => seed))('%i', async (seed) => {
    await expectRight(randomQuery(seed, FROM))
  })
})
