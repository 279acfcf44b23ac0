import { HOUR_MS } from '@half-measure/shared/durations.ts'
import type { BeaconReceipt } from '@half-measure/shared/events/beacon.ts'
import { aBeacon, aPageView } from '@half-measure/shared/testing/events.ts'
import { Summary, Timeseries } from '@half-measure/shared/stats/overview.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Range, StatsOracle } from './stats-oracle.ts'
import { TestStack } from './test-stack.ts'
import { randomTraffic } from './random-traffic.ts'

/** Six days ago, at a full minute: within the seven days that are taken as they are. */
const START = Math.floor(Date.now() / 60_000) * 60_000 - 144 * HOUR_MS
const STEP = 317_003
const EVENTS = 1_500

/** The time of the n-th event. */
const timeOf = (n: number) => START + n * STEP
const iso = (at: number) => new Date(at).toISOString()

const traffic = randomTraffic({ start: START, count: EVENTS, stepMs: STEP })

let stack: TestStack
let receipts: BeaconReceipt[]

beforeAll(async () => {
  stack = await TestStack.open()
  receipts = []
  for (const { beacon, userAgent } of traffic.beacons) {
    const { status, json } = await stack.post('/api/events', beacon, { headers: { 'User-Agent': userAgent } })
    expect(status).toBe(202)
    receipts.push(json as BeaconReceipt)
  }
  await stack.untilStored()
})

afterAll(() => stack[Symbol.asyncDispose]())

/** The result of a statistics endpoint for a range. */
async function getStats(
  path: string,
  { from, to, bots }: Range,
  more: Record<string, string> = {},
): Promise<unknown> {
  const { status, json } = await stack.stats(path, { from: iso(from), to: iso(to), bots, ...more })
  expect(status).toBe(200)
  return json
}

const whole: Range = { from: START, to: timeOf(EVENTS), bots: 'exclude' }

describe('the specified figures', () => {
  const ranges: [string, Range][] = [
    ['the whole of it', whole],
    ['the whole of it, with bots', { ...whole, bots: 'include' }],
    ['one day', { from: START + 24 * HOUR_MS, to: START + 48 * HOUR_MS, bots: 'exclude' }],
    ['one day, with bots', { from: START + 24 * HOUR_MS, to: START + 48 * HOUR_MS, bots: 'include' }],
    ['from the very moment of an event', { ...whole, from: timeOf(700) }],
    ['from a millisecond after it', { ...whole, from: timeOf(700) + 1 }],
    ['to the very moment of an event', { ...whole, to: timeOf(700) }],
    ['to a millisecond after it', { ...whole, to: timeOf(700) + 1 }],
    ['the first event alone', { from: START, to: START + 1, bots: 'include' }],
    ['between two events', { from: timeOf(5) + 1, to: timeOf(6), bots: 'include' }],
    ['before all of it', { from: START - 1_000 * HOUR_MS, to: START, bots: 'include' }],
    ['after all of it', { from: timeOf(EVENTS), to: timeOf(EVENTS) + HOUR_MS, bots: 'include' }],
    ['hours and minutes at random', { from: timeOf(123) + 456, to: timeOf(1_357) - 789, bots: 'exclude' }],
  ]

  it.each(ranges)('%s: match the events', async (_, range) => {
    const expected = new StatsOracle(traffic.events, range)
    expect(await getStats('summary', range)).toEqual(expected.summary)
    expect(await getStats('top-pages', range)).toEqual(expected.topPages(5))
    expect(await getStats('top-elements', range)).toEqual(expected.topElements(10))
    expect(await getStats('conversions', range)).toEqual(expected.conversions)
    expect(await getStats('recent-activity', range)).toEqual(expected.recentActivity(5))
    expect(await getStats('experiments', range)).toEqual(expected.experiments)
  })

  it('count an event in exactly its own millisecond', async () => {
    const at = traffic.events.find(({ kind, bot }) => kind === 'page_view' && !bot)?.at ?? 0
    const views = async (from: number, to: number) =>
      Summary.parse(await getStats('summary', { from, to, bots: 'exclude' })).page_views
    expect(await views(at, at + 1)).toBe(1)
    expect(await views(at + 1, at + 2)).toBe(0)
    expect(await views(at - 1, at)).toBe(0)
  })

  it('are non-trivial: no figure is zero, and bots make a difference', async () => {
    const readers = Summary.parse(await getStats('summary', whole))
    const all = Summary.parse(await getStats('summary', { ...whole, bots: 'include' }))
    for (const figure of Object.values(readers)) expect(figure).toBeGreaterThan(0)
    expect(all.page_views).toBeGreaterThan(readers.page_views)
    expect(all.unique_sessions).toBeGreaterThan(readers.unique_sessions)
  })

  it('take ranges with an offset', async () => {
    const { status, json } = await stack.stats('summary', {
      from: iso(whole.from + HOUR_MS).replace('Z', '+01:00'),
      to: iso(whole.to - 5.5 * HOUR_MS).replace('Z', '-05:30'),
    })
    expect(status).toBe(200)
    expect(json).toEqual(new StatsOracle(traffic.events, whole).summary)
  })

  it.each([
    ['from the first year to the last', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
    ['from before what a column holds', '1899-12-31T00:00:00Z', iso(timeOf(EVENTS))],
    ['to beyond what a column holds', iso(START), '2300-01-01T00:00:00Z'],
  ])('take wide ranges: %s', async (_, from, to) => {
    const { status, json } = await stack.stats('summary', { from, to })
    expect(status).toBe(200)
    expect(Summary.parse(json).page_views).toBeGreaterThan(100)
  })

  it('contain only numbers', async () => {
    const text = JSON.stringify(await getStats('summary', whole))
    expect(text).not.toMatch(/:"/)
  })
})

describe('the series over time', () => {
  /** What a clock on a wall of the zone shows. */
  const wallClock = (at: number, tz: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: tz, hour: '2-digit', minute: '2-digit' }).format(at)

  it.each([
    ['Europe/London', 'day'],
    ['America/New_York', 'day'],
    ['Pacific/Chatham', 'day'],
    ['Europe/London', 'hour'],
    ['Asia/Kolkata', 'hour'],
    ['Asia/Kathmandu', 'hour'],
  ])('%s by %s: every bucket has the events of its time, including empty ones', async (tz, interval) => {
    const range: Range = { from: START + 5 * HOUR_MS + 1, to: timeOf(1_400), bots: 'exclude' }
    const series = Timeseries.parse(await getStats('timeseries', range, { tz, interval }))
    const starts = series.map(({ start }) => Date.parse(start))
    const next = (i: number) => starts[i + 1] ?? Number.POSITIVE_INFINITY
    const expected = starts.map((start, i) => {
      const from = Math.max(start, range.from)
      const { summary } = new StatsOracle(traffic.events, {
        ...range,
        from,
        to: Math.min(next(i), range.to),
      })
      return {
        start: iso(start),
        page_views: summary.page_views,
        unique_sessions: summary.unique_sessions,
      }
    })
    expect(series).toEqual(expected)

    expect(starts[0]).toBeLessThanOrEqual(range.from)
    expect(starts[1]).toBeGreaterThan(range.from)
    expect(starts.at(-1)).toBeLessThan(range.to)
    for (const start of starts) expect(wallClock(start, tz)).toMatch(interval === 'day' ? '00:00' : /:00$/)
    const longest = interval === 'day' ? 25 * HOUR_MS : HOUR_MS
    for (const [i, start] of starts.slice(0, -1).entries())
      expect(next(i) - start).toBeLessThanOrEqual(longest)
    const total = series.reduce((sum, { page_views }) => sum + (page_views ?? 0), 0)
    expect(total).toBe(new StatsOracle(traffic.events, range).summary.page_views)
  })
})

describe('limits', () => {
  it.each([['1'], ['3'], ['7'], ['100']])('%s', async (limit) => {
    const expected = new StatsOracle(traffic.events, whole)
    expect(await getStats('top-pages', whole, { limit })).toEqual(expected.topPages(Number(limit)))
    expect(await getStats('top-elements', whole, { limit })).toEqual(expected.topElements(Number(limit)))
    expect(await getStats('recent-activity', whole, { limit })).toEqual(
      expected.recentActivity(Number(limit)),
    )
  })
})

describe('the delivery report', () => {
  it('adds up: received events, their outcomes, and where they are stored', async () => {
    const { received, accepted, duplicates, rejected, ...places } = await stack.delivery()
    expect(received).toBe(EVENTS)
    expect(accepted).toBe(receipts.reduce((sum, receipt) => sum + receipt.accepted, 0))
    expect(accepted).toBe(traffic.events.length)
    expect(duplicates).toBe(EVENTS - accepted)
    expect(rejected).toEqual({})
    expect(places).toMatchObject({ stored: accepted, pending: 0, dead_letters: 0, erased: 0, expired: 0 })
  })

  it('and the figures stay the same when every beacon is sent three times', async () => {
    const before = await stack.delivery()
    for (const { beacon, userAgent } of [...traffic.beacons, ...traffic.beacons]) {
      const { json } = await stack.post('/api/events', beacon, { headers: { 'User-Agent': userAgent } })
      expect(json).toMatchObject({ accepted: 0, duplicates: beacon.events.length })
    }
    await stack.untilStored()
    const after = await stack.delivery()
    expect(after).toMatchObject({
      received: before.received + 2 * EVENTS,
      accepted: before.accepted,
      duplicates: before.duplicates + 2 * EVENTS,
      stored: before.stored,
    })
    expect(await getStats('summary', whole)).toEqual(new StatsOracle(traffic.events, whole).summary)
  })

  it('counts refused events by reason', async () => {
    const before = await stack.delivery()
    await stack.post('/api/events', 'no JSON')
    await stack.post('/api/events', { ...aBeacon({ events: [aPageView(), aPageView()] }), consent: null })
    await stack.post('/api/events', { ...aBeacon(), events: [{ ...aPageView(), page_path: '' }] })
    await stack.post('/api/events', aBeacon(), { headers: { Origin: 'https://elsewhere.test' } })
    const after = await stack.delivery()
    expect(after.rejected).toEqual({
      invalid_body: 1,
      consent_required: 2,
      invalid_event: 1,
      origin_not_allowed: 1,
    })
    expect(after.received).toBe(before.received + 5)
    expect(after.accepted).toBe(before.accepted)
  })
})
