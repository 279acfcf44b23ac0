import {
  aBeacon,
  aClick,
  aConversion,
  anAssignment,
  anEngagement,
  aPageView,
} from '@half-measure/shared/testing/events.ts'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { DIMENSION_DEFINITIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import { METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { Timeseries } from '@half-measure/shared/stats/overview.ts'
import { SessionList, SessionPath } from '@half-measure/shared/stats/sessions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestStack } from '../test-stack.ts'

const NOW = Math.floor(Date.now() / 60_000) * 60_000
const iso = (at: number) => new Date(at).toISOString()
const range = { from: iso(NOW - 24 * HOUR_MS), to: iso(NOW) }
const READER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36'

let stack: TestStack

/** Five sessions an hour apart, each of two pages; the first one does everything. */
beforeAll(async () => {
  stack = await TestStack.open()
  for (const [i, path] of ['/=1+1', '/b', '/b', '/c,"d"', '/c,"d"'].entries()) {
    const at = NOW - (10 - i) * HOUR_MS
    const time = (minutes: number) => ({ occurred_at: iso(at + minutes * 60_000) })
    const events = [
      aPageView({ ...time(0), page_path: path, referrer: 'https://news.example/' }),
      aPageView({ ...time(1), page_path: '/end' }),
    ]
    const more = [
      // At the moment of its view, and first of all ids.
      anEngagement({
        ...time(1),
        event_id: '00000000-0000-4000-8000-000000000000',
        page_path: '/end',
        active_ms: 0,
        lcp_ms: 900,
      }),
      anEngagement({ ...time(2), page_path: '/end', active_ms: 30_000, scroll_depth: 75 }),
      aClick({ ...time(3), page_path: '/end', element_type: 'button', element_id: 'hero' }),
      aConversion({
        ...time(4),
        page_path: '/end',
        event_type: 'affiliate_click',
        product_name: 'Half',
        value: 2.5,
        currency: 'GBP',
      }),
      anAssignment({ ...time(5), test_name: 'cta_button_text', variant: 'Learn More' }),
    ]
    const beacon = aBeacon({
      session_id: `session_${at}_visit${i}`,
      consent: { analytics: true, version: '2026-11', at: iso(at) },
      events: i === 0 ? [...events, ...more] : events,
    })
    const { status } = await stack.post('/api/events', beacon, { headers: { 'User-Agent': READER } })
    expect(status).toBe(202)
  }
  await stack.untilStored()
})

afterAll(() => stack[Symbol.asyncDispose]())

async function getStats(path: string, query: Record<string, string> = {}): Promise<unknown> {
  const { status, json } = await stack.stats(path, { ...range, ...query })
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}

describe('GET /api/stats/query', () => {
  it('runs the query in the URL', async () => {
    const { rows, totals, row_count, provenance } = StatsResult.parse(
      await getStats('query', {
        by: 'entry',
        metrics: 'sessions,bounce_rate',
        f: 'is_not,entry,/b',
        order: '-sessions',
      }),
    )
    expect(rows).toEqual([
      { key: '/c,"d"', figures: { sessions: 2, bounce_rate: 0 } },
      { key: '/=1+1', figures: { sessions: 1, bounce_rate: 0 } },
    ])
    expect(totals.figures).toEqual({ sessions: 3, bounce_rate: 0 })
    expect(row_count).toBe(2)
    expect(Date.parse(provenance.as_of)).toBeLessThanOrEqual(Date.now())
  })

  it('counts all rows of the breakdown on each of its pages', async () => {
    const page = async (offset: string) =>
      StatsResult.parse(await getStats('query', { by: 'page', metrics: 'page_views', limit: '3', offset }))
    expect((await page('0')).rows).toHaveLength(3)
    expect(await page('3')).toMatchObject({ rows: [{ key: '/=1+1' }], row_count: 4 })
    expect(await page('30')).toMatchObject({ rows: [], row_count: 4 })
  })

  it.each([
    [{ by: 'colour' }, 'by'],
    [{ metrics: 'luck' }, 'metrics'],
    [{ f: 'is,page', by: 'page', interval: 'day' }, 'interval'],
    [{ tz: 'Mars/Olympus' }, 'tz'],
  ])('refuses %j, and says where', async (query, place) => {
    const { status, json } = await stack.stats('query', { ...range, ...query })
    expect(status).toBe(400)
    expect(JSON.stringify(json)).toContain(`"${place}: `)
  })

  it('refuses a series with too many buckets', async () => {
    const { status } = await stack.stats('query', { from: iso(0), to: iso(NOW), interval: 'hour' })
    expect(status).toBe(400)
  })
})

describe('GET /api/stats/export.csv', () => {
  it('is a table that spreadsheets open safely', async () => {
    const { status, headers, text } = await stack.stats('export.csv', {
      ...range,
      by: 'entry',
      metrics: 'sessions,session_duration',
    })
    expect(status).toBe(200)
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="entry-.*\.csv"$/)
    expect(text).toBe(
      `\uFEFF"Entry page: ${DIMENSION_DEFINITIONS.entry}","Title","Sessions: ${METRICS.sessions.definition}","Mean duration (s): ${METRICS.session_duration.definition}"\r\n` +
        '"/b","","2","60"\r\n"/c,""d""","","2","60"\r\n"/=1+1","","1","300"\r\n',
    )
  })

  it('has a row for each bucket of a series, with its comparison bucket', async () => {
    const { text } = await stack.stats('export.csv', {
      ...range,
      interval: 'hour',
      metrics: 'page_views',
      compare: 'week',
    })
    const lines = text.trimEnd().split('\r\n')
    expect(lines[0]).toMatch(
      /^.{1,2}Start of hour","Counted","Page views: .*","Compared with","Page views, .* to .*"$/,
    )
    expect(lines.length).toBeGreaterThan(24)
  })

  it('has no figure for future or uncounted hours, nor does the API', async () => {
    const around = { from: iso(NOW - 24 * HOUR_MS), to: iso(NOW + 24 * HOUR_MS) }
    const query = { ...around, interval: 'hour', metrics: 'page_views,bounce_rate', compare: 'week' }
    const { rows, totals, counted_since, compared_range } = StatsResult.parse(await getStats('query', query))
    const first = NOW - 10 * HOUR_MS
    expect(counted_since).toBe(iso(first - (first % HOUR_MS)))
    const views = (isIn: (at: number) => boolean) =>
      rows.flatMap(({ key, figures }) => (isIn(Date.parse(key)) ? [figures.page_views] : []))
    expect(new Set(views((at) => at > NOW + HOUR_MS))).toEqual(new Set([null]))
    expect(new Set(views((at) => at + HOUR_MS <= first - HOUR_MS))).toEqual(new Set([null]))
    expect(views((at) => at >= first && at <= NOW - HOUR_MS)).not.toContain(null)
    // A week ago nothing was counted: that is no reason to call today new.
    expect(compared_range).not.toBeNull()
    expect(totals.compared).toEqual({ page_views: null, bounce_rate: null })
    expect(new Set(rows.map(({ compared }) => compared?.page_views ?? null))).toEqual(new Set([null]))
    const { text } = await stack.stats('export.csv', query)
    const noon = Temporal.Instant.fromEpochMilliseconds(NOW + 12 * HOUR_MS - (NOW % HOUR_MS))
      .toZonedDateTimeISO('Europe/London')
      .toString({ smallestUnit: 'minute', timeZoneName: 'never' })
    expect(text).toContain(`\n"${noon}","not yet","","",`)
    const series = Timeseries.parse(await getStats('timeseries', { ...around, interval: 'hour' }))
    expect(series.at(-1)).toMatchObject({ page_views: null, unique_sessions: null })
    expect(series[0]?.page_views).toBe(0)
  })

  it('requires a dimension or an interval', async () => {
    expect((await stack.stats('export.csv', range)).status).toBe(400)
  })
})

describe('GET /api/stats/sessions', () => {
  it('lists sessions page by page, newest first', async () => {
    const first = SessionList.parse(await getStats('sessions', { limit: '2' }))
    const second = SessionList.parse(await getStats('sessions', { limit: '2', cursor: first.next ?? '' }))
    const third = SessionList.parse(await getStats('sessions', { limit: '2', cursor: second.next ?? '' }))
    const entries = [first, second, third].flatMap(({ sessions }) => sessions.map(({ entry }) => entry))
    expect(entries).toEqual(['/c,"d"', '/c,"d"', '/b', '/b', '/=1+1'])
    expect(third.next).toBeNull()
    expect(third.sessions[0]).toMatchObject({
      duration_seconds: 300,
      page_views: 2,
      clicks: 1,
      goals: 1,
      engaged_seconds: 30,
      exit: '/end',
      source: 'news.example',
      browser: 'Chrome',
      is_bot: false,
    })
  })

  it('applies filters', async () => {
    const { sessions } = SessionList.parse(await getStats('sessions', { f: 'is,element,button:hero' }))
    expect(sessions.map(({ entry }) => entry)).toEqual(['/=1+1'])
  })

  it.each(['x', '1.session_1', `1.${'9'.repeat(20)}`])('refuses the cursor %s', async (cursor) => {
    expect((await stack.stats('sessions', { ...range, cursor })).status).toBe(400)
  })
})

describe('GET /api/stats/sessions/<hash>', () => {
  it('lists all events in order, without an id that could erase the session', async () => {
    const { sessions } = SessionList.parse(await getStats('sessions', {}))
    const { session_hash, started_at: at = '' } = sessions.at(-1) ?? {}
    const { json, text } = await stack.stats(`sessions/${session_hash}`, { at })
    expect(text + JSON.stringify(sessions)).not.toContain('_visit0')
    const path = SessionPath.parse(json)
    expect(path.events.map(({ kind }) => kind)).toEqual([
      'page_view',
      'page_view',
      'engagement',
      'engagement',
      'click',
      'conversion',
      'ab_assignment',
    ])
    expect(path.events[5]).toMatchObject({
      event_type: 'affiliate_click',
      product: 'Half',
      value: 2.5,
      currency: 'GBP',
    })
    expect(path).toMatchObject({ browser: 'Chrome', is_bot: false, truncated: false })
  })

  it('is a 404 for an unknown session, and a 400 for an invalid hash', async () => {
    const at = iso(NOW)
    expect((await stack.stats('sessions/1234', { at })).status).toBe(404)
    expect((await stack.stats('sessions/1234')).status).toBe(400)
    for (const hash of ["x'%20OR%201", 'session_1_aaaa', '9'.repeat(20)])
      expect((await stack.stats(`sessions/${hash}`, { at })).status).toBe(400)
  })
})
