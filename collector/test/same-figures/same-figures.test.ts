import { DAY_MS } from '@half-measure/shared/durations.ts'
import { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { Summary } from '@half-measure/shared/stats/overview.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '../stats-engine/oracle/sessions.ts'
import { FiguresStack, PERIOD, rounded } from './figures-stack.ts'
import { ARTICLES_PAGES, PATHS } from './pairs-of-content.ts'
import { ADDING_UP, EVERYWHERE, PANELS } from './pairs-of-every-metric.ts'
import { MAILS } from './pairs-of-mails.ts'
import { LIVE } from './pairs-of-now.ts'
import { OVERVIEW } from './pairs-of-overview.ts'
import { SESSIONS } from './pairs-of-sessions.ts'
import { TESTS } from './pairs-of-tests.ts'

const PAIRS = {
  'every metric, wherever it is': EVERYWHERE,
  'what adds up': ADDING_UP,
  'panels of Explore': PANELS,
  Overview: OVERVIEW,
  Articles: ARTICLES_PAGES,
  'Journeys, Funnels and Affiliate': PATHS,
  Sessions: SESSIONS,
  Experiments: TESTS,
  'Mails and the brief': MAILS,
  'Live and newsletter issues': LIVE,
}

let page: FiguresStack

beforeAll(async () => {
  page = await FiguresStack.open()
  for (const path of ['/', '/stories'])
    for (const at of [-DAY_MS, DAY_MS])
      page.stack.context.coverageCounts.countLoad({ page: path, country: 'GB' }, Date.parse(PERIOD.from) + at)
  await page.stack.context.coverageCounts.flush()
})

afterAll(() => page[Symbol.asyncDispose]())

describe.each(Object.entries(PAIRS))('%s', (_, pairs) => {
  it.each(pairs.map((pair) => [pair.places, pair] as const))('%s: one figure', async (_, { query }) => {
    const [one, other] = await query(page)
    expect(one).toEqual(other)
  })
})

it('is checked for every metric in several places', () => {
  const checked = Object.values(PAIRS).flatMap((pairs) => pairs.flatMap(({ metrics }) => metrics))
  for (const metric of Metric.options)
    expect(checked.filter((one) => one === metric).length, metric).toBeGreaterThan(3)
})

it('is non-trivial: no figure of the data is zero', async () => {
  const { totals } = await page.result(Metric.options)
  const nothing = Metric.options.filter((metric) => !totals.figures[metric])
  // Most of these sessions read nothing, or are one event.
  expect(nothing.filter((metric) => !metric.startsWith('median_'))).toEqual([])
})

/** Last: an erasure changes the data that the pairs query. */
describe('figures read meanwhile', () => {
  const COUNTED = ['page_views', 'sessions', 'clicks', 'goals', 'revenue'] as const
  const read = async () => {
    // Not what was read a moment ago.
    page.stack.context.statistics.invalidate()
    const { page_views, unique_sessions, conversions } = await page.get(Summary, 'summary')
    return {
      ...(await page.totals(COUNTED)),
      page_views_of_the_card: page_views,
      unique_sessions,
      conversions,
    }
  }
  /** Reads until the work is done, and once more. */
  async function readDuring(work: Promise<unknown>) {
    const readings: Awaited<ReturnType<typeof read>>[] = []
    const over = new AbortController()
    const done = work.finally(() => over.abort())
    while (!over.signal.aborted) readings.push(await read())
    await done
    return [...readings, await read()]
  }

  it('do not change while all sessions are rebuilt', async () => {
    const before = await read()
    const { reconciliation, sessions } = page.stack.context.events
    const { tablesVersion } = reconciliation
    const readings = await readDuring(sessions.rebuild())
    expect(readings.length).toBeGreaterThan(1)
    for (const reading of readings) expect(reading).toEqual(before)
    // Cached results from before are out of date.
    expect(reconciliation.tablesVersion).toBeGreaterThan(tablesVersion)
  })

  it('fall steadily from their old to their new values while sessions are erased', async () => {
    const { reconciliation } = page.stack.context.events
    const before = await read()
    const inPeriod = ({ startedAt, endedAt }: Session) =>
      startedAt >= Date.parse(PERIOD.from) && endedAt < Date.parse(PERIOD.to)
    // Each has something of everything.
    const busy = page.sessions.filter(
      (session) =>
        !session.bot &&
        inPeriod(session) &&
        session.views.length > 0 &&
        session.events.some(({ kind }) => kind === 'clicks') &&
        session.events.some(
          (event) =>
            event.kind === 'conversions' && event.type === 'affiliate_click' && event.currency === 'GBP',
        ),
    )
    const tabs = new Set(busy.slice(0, 3).map(({ tab }) => tab))
    for (const session_id of tabs)
      expect((await page.stack.post('/api/erasure', { session_id })).status).toBe(202)
    const readings = await readDuring(reconciliation.erasures.idle())
    const after = readings.at(-1) ?? before
    const left = page.sessions.filter(({ tab }) => !tabs.has(tab))
    expect(after).toMatchObject(rounded(page.oracle({}, left).totals(COUNTED)))
    for (const figure of Object.keys(before) as (keyof typeof before)[]) {
      expect(after[figure], figure).toBeLessThan(before[figure] ?? 0)
      const course = [before, ...readings].map((reading) => reading[figure] ?? 0)
      expect(course, figure).toEqual(course.toSorted((a, b) => b - a))
      expect(Math.min(...course), figure).toBe(after[figure])
    }
  })
})
