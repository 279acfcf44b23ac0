import { Coverage } from '@half-measure/shared/stats/coverage.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coverage, type CoverageQuery } from '../../src/analytics/coverage/coverage.ts'
import { SeededRandom } from '../../seed/seeded-random.ts'
import { EventTables } from './event-tables.ts'
import { randomSessions, store, type View } from './random-sessions.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The clocks of London go back in the night to the 25th. */
const START = Date.parse('2026-10-22T08:00:00Z')
const END = START + 6 * DAY
/** Page loads are counted from here on. */
const COUNTED = START + DAY
const LOADED = new Set(['/', '/stories', '/articles/pine-beer'])

const events = randomSessions({ from: START, to: END, count: 700, seed: 8 })
const views = events.filter((event): event is View => event.kind === 'view')
const random = new SeededRandom(8)
/** Readers who accepted and others; nothing of the pages that are views of addresses that do not exist. */
const loads = [
  ...views.filter(({ bot, page, at }) => !bot && LOADED.has(page) && at >= COUNTED),
  ...Array.from({ length: 900 }, () => ({
    at: COUNTED + random.below(END - COUNTED),
    page: random.pick([...LOADED]),
  })),
  { at: COUNTED, page: '/nobody-accepted' },
]

let tables: EventTables
beforeAll(async () => {
  tables = await EventTables.open()
})
afterAll(() => tables[Symbol.asyncDispose]())

const of = async (from: number, to: number, query: Partial<CoverageQuery> = {}) => {
  const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  const whole = { ...range, tz: 'Europe/London', bots: 'exclude' } as const
  return Coverage.parse(
    await coverage(tables.statistics, whole, { interval: 'day', ...query }, END + 9 * DAY),
  )
}

/** The same from the lists. */
function expected(isIn: (at: number, page: string) => boolean) {
  const loaded = loads.filter(({ at, page }) => isIn(at, page))
  const viewed = views.filter(
    ({ at, page, bot }) =>
      !bot && at >= COUNTED && loads.some((load) => load.page === page) && isIn(at, page),
  )
  return {
    page_loads: loaded.length,
    page_views: viewed.length,
    unique_sessions: new Set(viewed.map(({ session }) => session)).size,
    coverage:
      loaded.length === 0 ? null : Math.min(100, Math.round((viewed.length / loaded.length) * 10_000) / 100),
  }
}

describe('coverage', () => {
  it('says that no page load has been counted', async () => {
    const none = { page_loads: 0, page_views: 0, unique_sessions: 0, coverage: null }
    expect(await of(START, START + DAY, { interval: 'month', compare: 'previous' })).toEqual({
      counted_since: null,
      totals: none,
      compared: none,
      series: [{ start: '2026-09-30T23:00:00.000Z', ...none }],
      pages: [],
    })
    await store(tables, events)
    await tables.loadPages(loads)
    await tables.finishSessions(END - DAY)
  })

  it.each([
    ['all of it', START, END + DAY],
    ['from amid one hour to amid another: all of both', COUNTED + 1.01 * DAY, COUNTED + 2.77 * DAY],
    ['before page loads were counted', START, COUNTED - DAY / 2],
  ])('is what page views are of page loads: %s', async (_, from, to) => {
    const [first, last] = [Math.floor(from / HOUR) * HOUR, Math.ceil(to / HOUR) * HOUR]
    const isIn = (at: number) => at >= first && at < last
    const result = await of(from, to)
    expect(result.counted_since).toBe(new Date(COUNTED).toISOString())
    expect(result.totals).toEqual(expected(isIn))
    for (const [i, { start, ...covered }] of result.series.entries()) {
      const end = Date.parse(result.series[i + 1]?.start ?? new Date(last).toISOString())
      expect({ start, ...covered }).toEqual({
        start,
        ...expected((at) => isIn(at) && at >= Date.parse(start) && at < end),
      })
    }
    const pages = [...new Set(loads.filter(({ at }) => isIn(at)).map(({ page }) => page))]
    expect(result.pages.map(({ page_path }) => page_path).sort()).toEqual(pages.sort())
    for (const { page_path, ...covered } of result.pages)
      expect({ page_path, ...covered }).toEqual({
        page_path,
        ...expected((at, page) => isIn(at) && page === page_path),
      })
    const order = result.pages.map(({ page_loads }) => page_loads)
    expect(order).toEqual(order.toSorted((a, b) => b - a))
  })

  it('is compared with an earlier range', async () => {
    const from = COUNTED + 2 * DAY
    const { totals, compared } = await of(from, from + DAY, { compare: 'previous' })
    const between = (begin: number, end: number) => expected((at) => at >= begin && at < end)
    expect(totals).toEqual(between(from, from + DAY))
    // The clocks went back in between: the day before has 25 hours.
    expect(compared).toEqual(between(from - DAY - HOUR, from))
    expect((await of(from, from + DAY)).compared).toBeNull()
  })

  it('has the same totals without series and pages', async () => {
    const query = { compare: 'previous' } as const
    const whole = await of(COUNTED + DAY, END, query)
    const totals = await of(COUNTED + DAY, END, { ...query, interval: undefined })
    expect(whole.pages.length).toBeGreaterThan(0)
    expect(totals).toEqual({ ...whole, series: [], pages: [] })
  })

  it('is never above 100%', async () => {
    const [later] = views.filter(({ bot, page }) => !bot && page === '/newsletter')
    const at = later?.at ?? 0
    await tables.loadPages([{ at, page: '/newsletter' }])
    const { pages } = await of(START, END + DAY)
    const newsletter = pages.find(({ page_path }) => page_path === '/newsletter')
    expect(newsletter).toMatchObject({ page_loads: 1, coverage: 100 })
    expect(newsletter?.page_views).toBeGreaterThan(1)
  })
})
