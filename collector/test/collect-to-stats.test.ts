import type { BeaconReceipt } from '@half-measure/shared/events/beacon.ts'
import { aBeacon, aClick, aConversion, aPageView } from '@half-measure/shared/testing/events.ts'
import { Summary } from '@half-measure/shared/stats/summary.ts'
import { Timeseries } from '@half-measure/shared/stats/timeseries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Range, StatsOracle } from './stats-oracle.ts'
import { TestStack } from './test-stack.ts'
import { makeTraffic } from './traffic.ts'

const HOUR = 3_600_000
/** Six days ago, at a full minute: within the seven days that are taken as they are. */
const START = Math.floor(Date.now() / 60_000) * 60_000 - 144 * HOUR
const STEP = 317_003
const EVENTS = 1_500

/** The time of the n-th event. */
const timeOf = (n: number) => START + n * STEP
const iso = (at: number) => new Date(at).toISOString()

const traffic = makeTraffic({ start: START, events: EVENTS, stepMs: STEP })

let stack: TestStack
let receipts: BeaconReceipt[]

beforeAll(async () => {
  stack = await TestStack.open()
  receipts = []
  for (const { beacon, userAgent } of traffic.visits) {
    const { status, json } = await stack.post('/api/events', beacon, { headers: { 'User-Agent': userAgent } })
    expect(status).toBe(202)
    receipts.push(json as BeaconReceipt)
  }
  await stack.untilStored()
})

afterAll(() => stack[Symbol.asyncDispose]())

/** The answer of a statistic about a range. */
async function ask(
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
    ['one day', { from: START + 24 * HOUR, to: START + 48 * HOUR, bots: 'exclude' }],
    ['one day, with bots', { from: START + 24 * HOUR, to: START + 48 * HOUR, bots: 'include' }],
    ['from the very moment of an event', { ...whole, from: timeOf(700) }],
    ['from a millisecond after it', { ...whole, from: timeOf(700) + 1 }],
    ['to the very moment of an event', { ...whole, to: timeOf(700) }],
    ['to a millisecond after it', { ...whole, to: timeOf(700) + 1 }],
    ['the first event alone', { from: START, to: START + 1, bots: 'include' }],
    ['between two events', { from: timeOf(5) + 1, to: timeOf(6), bots: 'include' }],
    ['before all of it', { from: START - 1_000 * HOUR, to: START, bots: 'include' }],
    ['after all of it', { from: timeOf(EVENTS), to: timeOf(EVENTS) + HOUR, bots: 'include' }],
    ['hours and minutes at random', { from: timeOf(123) + 456, to: timeOf(1_357) - 789, bots: 'exclude' }],
  ]

  it.each(ranges)('%s: are those of the events', async (_, range) => {
    const expected = new StatsOracle(traffic.happenings, range)
    expect(await ask('summary', range)).toEqual(expected.summary)
    expect(await ask('top-pages', range)).toEqual(expected.topPages(5))
    expect(await ask('top-elements', range)).toEqual(expected.topElements(10))
    expect(await ask('conversions', range)).toEqual(expected.conversions)
    expect(await ask('recent-activity', range)).toEqual(expected.recentActivity(5))
    expect(await ask('experiments', range)).toEqual(expected.experiments)
  })

  it('differ at a moment by the event of that moment alone', async () => {
    const at = traffic.happenings.find(({ kind, bot }) => kind === 'page_view' && !bot)?.at ?? 0
    const views = async (from: number, to: number) =>
      Summary.parse(await ask('summary', { from, to, bots: 'exclude' })).page_views
    expect(await views(at, at + 1)).toBe(1)
    expect(await views(at + 1, at + 2)).toBe(0)
    expect(await views(at - 1, at)).toBe(0)
  })

  it('are about something: every figure is there, and bots make a difference', async () => {
    const readers = Summary.parse(await ask('summary', whole))
    const all = Summary.parse(await ask('summary', { ...whole, bots: 'include' }))
    for (const figure of Object.values(readers)) expect(figure).toBeGreaterThan(0)
    expect(all.page_views).toBeGreaterThan(readers.page_views)
    expect(all.unique_sessions).toBeGreaterThan(readers.unique_sessions)
  })

  it('take ranges with an offset', async () => {
    const { status, json } = await stack.stats('summary', {
      from: iso(whole.from + HOUR).replace('Z', '+01:00'),
      to: iso(whole.to - 5.5 * HOUR).replace('Z', '-05:30'),
    })
    expect(status).toBe(200)
    expect(json).toEqual(new StatsOracle(traffic.happenings, whole).summary)
  })

  it('are numbers and nothing else', async () => {
    const text = JSON.stringify(await ask('summary', whole))
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
  ])('%s by the %s: every bucket has the events of its time, empty ones too', async (tz, interval) => {
    const range: Range = { from: START + 5 * HOUR + 1, to: timeOf(1_400), bots: 'exclude' }
    const series = Timeseries.parse(await ask('timeseries', range, { tz, interval }))
    const starts = series.map(({ start }) => Date.parse(start))
    const next = (i: number) => starts[i + 1] ?? Number.POSITIVE_INFINITY
    const expected = starts.map((start, i) => {
      const from = Math.max(start, range.from)
      const { summary } = new StatsOracle(traffic.happenings, {
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
    const longest = interval === 'day' ? 25 * HOUR : HOUR
    for (const [i, start] of starts.slice(0, -1).entries())
      expect(next(i) - start).toBeLessThanOrEqual(longest)
    const total = series.reduce((sum, { page_views }) => sum + page_views, 0)
    expect(total).toBe(new StatsOracle(traffic.happenings, range).summary.page_views)
  })

  it('refuses buckets of another kind', async () => {
    const { status } = await stack.stats('timeseries', {
      from: iso(START),
      to: iso(timeOf(9)),
      interval: 'minute',
    })
    expect(status).toBe(400)
  })
})

describe('limits', () => {
  it.each([['1'], ['3'], ['7'], ['100']])('%s', async (limit) => {
    const expected = new StatsOracle(traffic.happenings, whole)
    expect(await ask('top-pages', whole, { limit })).toEqual(expected.topPages(Number(limit)))
    expect(await ask('top-elements', whole, { limit })).toEqual(expected.topElements(Number(limit)))
    expect(await ask('recent-activity', whole, { limit })).toEqual(expected.recentActivity(Number(limit)))
  })

  it.each([['0'], ['101'], ['-5'], ['2.5'], ['all'], ['5; DROP TABLE x'], ['']])(
    'refuse %j',
    async (limit) => {
      for (const path of ['top-pages', 'top-elements', 'recent-activity']) {
        const { status, json } = await stack.stats(path, { from: iso(whole.from), to: iso(whole.to), limit })
        expect(status).toBe(400)
        expect(json).toMatchObject({
          error: { code: 'invalid_query', details: [expect.stringMatching(/^limit: /)] },
        })
      }
    },
  )
})

describe('questions that cannot be answered', () => {
  const paths = [
    'summary',
    'top-pages',
    'top-elements',
    'conversions',
    'recent-activity',
    'experiments',
    'timeseries',
  ]

  it.each([
    ['no range', {}],
    ['half a range', { from: iso(START) }],
    ['a range backwards', { from: iso(START), to: iso(START - 1) }],
    ['an empty range', { from: iso(START), to: iso(START) }],
    ['days for instants', { from: '2026-11-01', to: '2026-11-20' }],
    ['words', { from: 'yesterday', to: 'now' }],
    ['SQL', { from: "2026-11-01T00:00:00Z' OR 1=1 --", to: iso(START) }],
    ['a zone that is none', { from: iso(START), to: iso(START + 1), tz: 'Mars/Olympus' }],
    ['bots in another way', { from: iso(START), to: iso(START + 1), bots: 'only' }],
  ])('%s', async (_, query: Record<string, string>) => {
    for (const path of paths) {
      const { status, json } = await stack.stats(path, query)
      expect(status).toBe(400)
      expect(json).toMatchObject({ error: { code: 'invalid_query' } })
    }
  })

  it.each([
    ['from the first year to the last', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
    ['from before what a column holds', '1899-12-31T00:00:00Z', iso(timeOf(EVENTS))],
    ['to beyond what a column holds', iso(START), '2300-01-01T00:00:00Z'],
  ])('but ranges may be wide: %s', async (_, from, to) => {
    const { status, json } = await stack.stats('summary', { from, to })
    expect(status).toBe(200)
    expect(Summary.parse(json).page_views).toBeGreaterThan(100)
  })
})

describe('who may ask', () => {
  it.each([
    ['nobody in particular', undefined],
    ['a word', 'Bearer me'],
    ['an empty token', 'Bearer '],
    ['another scheme', 'Basic YWRtaW46YWRtaW4='],
  ])('not %s: 401', async (_, authorization) => {
    for (const path of ['summary', 'delivery', 'experiments']) {
      const { status } = await stack.request('GET', `/api/stats/${path}`, {
        headers: authorization === undefined ? {} : { Authorization: authorization },
      })
      expect(status).toBe(401)
    }
  })

  it('not somebody who is no administrator: 403', async () => {
    const somebody = { email: 'reader@halfmeasure.test', password: 'a long and private one' }
    await (await stack.context.people.ready).auth.signUp(somebody)
    const token = await stack.signIn(somebody)
    const { status } = await stack.request('GET', '/api/stats/summary', {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(status).toBe(403)
  })

  it('an administrator, and no cache keeps the answer', async () => {
    const { status, headers } = await stack.stats('summary', { from: iso(START), to: iso(START + HOUR) })
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('no-store')
  })
})

describe('the account', () => {
  it('adds up: what was received, what became of it, and where it is', async () => {
    const { received, accepted, duplicates, rejected, ...places } = await stack.delivery()
    expect(received).toBe(EVENTS)
    expect(accepted).toBe(receipts.reduce((sum, receipt) => sum + receipt.accepted, 0))
    expect(accepted).toBe(traffic.happenings.length)
    expect(duplicates).toBe(EVENTS - accepted)
    expect(rejected).toEqual({})
    expect(places).toMatchObject({ stored: accepted, pending: 0, dead_letters: 0, erased: 0, expired: 0 })
  })

  it('and the figures stay the same when every beacon comes a second and a third time', async () => {
    const before = await stack.delivery()
    for (const { beacon, userAgent } of [...traffic.visits, ...traffic.visits]) {
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
    expect(await ask('summary', whole)).toEqual(new StatsOracle(traffic.happenings, whole).summary)
  })

  it('counts what is refused, by reason', async () => {
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

describe('an event on its way', () => {
  it('is in the figures within 2 seconds of its acknowledgement', { retry: 2 }, async () => {
    const at = Date.now()
    const range: Range = { from: at, to: at + 1, bots: 'exclude' }
    const { json } = await stack.post(
      '/api/events',
      aBeacon({ events: [aPageView({ occurred_at: iso(at) })] }),
    )
    const acknowledged = performance.now()
    expect(json).toMatchObject({ accepted: 1 })
    let views = 0
    while (views === 0 && performance.now() - acknowledged < 10_000) {
      views = Summary.parse(await ask('summary', range)).page_views
    }
    expect(views).toBe(1)
    expect(performance.now() - acknowledged).toBeLessThan(2_000)
  })

  it('stands at the clamped time if its clock is wrong', async () => {
    const wrong = [
      aClick({ occurred_at: '2016-01-01T00:00:00Z' }),
      aClick({ occurred_at: '2046-01-01T00:00:00Z' }),
    ]
    const session_id = 'session_1_wrongclock'
    const consent = { analytics: true, version: '2026-11', at: '2016-01-01T00:00:00Z' } as const
    const before = Date.now()
    await stack.post('/api/events', aBeacon({ session_id, consent, events: wrong }))
    const after = Date.now()
    await stack.untilStored()
    const result = await stack.context.clickhouse.reader.query({
      query: `SELECT toUnixTimestamp64Milli(created_at) - toUnixTimestamp64Milli(received_at) AS off,
        toUnixTimestamp64Milli(received_at) AS received FROM analytics.click_events
        WHERE session_id = 'session_1_wrongclock' ORDER BY created_at`,
      format: 'JSONEachRow',
    })
    const rows = await result.json<{ off: number | string; received: number | string }>()
    expect(rows.map(({ off }) => Number(off))).toEqual([-7 * 24 * HOUR, 5 * 60_000])
    for (const { received } of rows) {
      expect(Number(received)).toBeGreaterThanOrEqual(before)
      expect(Number(received)).toBeLessThanOrEqual(after)
    }
  })

  it.each([
    ['SQL', "'; DROP TABLE analytics.page_views; --"],
    ['a template', '${7*7} {{7*7}} <%= 7*7 %> {from: String}'],
    ['a formula', '=HYPERLINK("https://evil.test","x")'],
    ['markup', '<img src=x onerror=alert(1)>'],
    ['what had to be replaced', '\uD800 and \0'],
    ['escapes', 'back\\slash "quote" \t tab \n line'],
    ['other scripts', 'пиво 啤酒 🍺 \u202Eback'],
  ])('keeps %s as text', async (_, text) => {
    const at = Date.now() - 10_000
    const session_id = 'session_1_hostile'
    const name = text.slice(0, 64)
    const events = [
      aClick({ occurred_at: iso(at), element_type: name, element_id: name, click_data: { [text]: text } }),
      aConversion({ occurred_at: iso(at), product_name: text, value: 0.1 + 0.2, currency: 'GBP' }),
    ]
    expect((await stack.post('/api/events', aBeacon({ session_id, events }))).json).toMatchObject({
      accepted: 2,
    })
    await stack.untilStored()
    const clean = name.toWellFormed().replaceAll('\0', '\uFFFD')
    const top = await ask('top-elements', { from: at, to: at + 1, bots: 'exclude' }, { limit: '100' })
    expect(top).toContainEqual({ element: `${clean}:${clean}`, clicks: 1 })
    expect(await stack.delivery()).toMatchObject({ dead_letters: 0, pending: 0 })
  })

  it.each([[1e-7], [5e-324], [0.1 + 0.2], [999_999.9999999999], [123_456.78901234567], [1_000_000]])(
    'stores a value of %d, whatever its digits',
    async (value) => {
      const { event_id, ...conversion } = aConversion({ value, currency: 'GBP' })
      await stack.post('/api/events', aBeacon({ events: [{ event_id, ...conversion }] }))
      await stack.untilStored()
      const result = await stack.context.clickhouse.reader.query({
        query: 'SELECT value FROM analytics.conversion_events WHERE event_id = {id: UUID}',
        query_params: { id: event_id },
        format: 'JSONEachRow',
      })
      const [row] = await result.json<{ value: number }>()
      expect(Math.abs(Number(row?.value) - value)).toBeLessThan(0.000_1)
    },
  )
})
