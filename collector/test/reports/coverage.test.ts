import { DAY_MS, HOUR_MS } from '@half-measure/shared/durations.ts'
import { Coverage } from '@half-measure/shared/stats/coverage.ts'
import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coverage, type CoverageQuery } from '../../src/analytics/coverage/coverage.ts'
import type { Counted } from '../../src/consent-coverage/coverage-counts.ts'
import { SeededRandom } from '../../seed/seeded-random.ts'
import { EventTables } from './event-tables.ts'
import { randomSessions, store, type View } from './random-sessions.ts'

/** The clocks of London go back in the night to the 25th. */
const START = Date.parse('2026-10-22T08:00:00Z')
const END = START + 6 * DAY_MS
/** Page loads are counted from here on. */
const COUNTED = START + DAY_MS
const LOADED = new Set(['/', '/stories', '/articles/pine-beer'])

const events = randomSessions({ from: START, to: END, count: 700, seed: 8 })
const views = events.filter((event): event is View => event.kind === 'view')
const random = new SeededRandom(8)
const COUNTRIES = ['GB', 'IE', '']
/** A session has one country. */
const countryOf = ({ session }: { readonly session: string }) => COUNTRIES[session.length % 3] ?? ''

interface CountedOnce {
  readonly what: Counted
  readonly at: number
  readonly page: string
  readonly country: string
}
const anywhere = (what: Counted): CountedOnce => ({
  what,
  at: COUNTED + random.below(END - COUNTED),
  page: random.pick([...LOADED]),
  country: random.pick(['GB', 'GB', 'IE', '']),
})
const some = (count: number, what: Counted) => Array.from({ length: count }, () => anywhere(what))
/** Loads by readers who accepted and by others, and none of the views that are of addresses that do not exist. */
const counted: readonly CountedOnce[] = [
  ...views
    .filter(({ bot, page, at }) => !bot && LOADED.has(page) && at >= COUNTED)
    .map(({ page, at, session }) => ({ what: 'loads' as const, page, at, country: countryOf({ session }) })),
  ...some(900, 'loads'),
  ...some(120, 'bot_loads'),
  ...some(400, 'banners_shown'),
  ...some(90, 'banners_accepted'),
  ...some(60, 'banners_rejected'),
  { what: 'loads', at: COUNTED, page: '/nobody-accepted', country: 'MT' },
  // Bots alone: no page load of a person.
  { what: 'bot_loads', at: COUNTED + DAY_MS, page: '/for-bots', country: 'US' },
]

let tables: EventTables
beforeAll(async () => {
  tables = await EventTables.open()
})
afterAll(() => tables[Symbol.asyncDispose]())

const of = async (from: number, to: number, query: Partial<CoverageQuery> = {}, now = END + 9 * DAY_MS) => {
  const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  const whole = { ...range, tz: 'Europe/London', bots: 'exclude' } as const
  return Coverage.parse(await coverage(tables.statistics, whole, { interval: 'day', ...query }, now))
}

/** The same from the lists. */
function expected(
  isIn: (at: number) => boolean,
  isHere: (place: { page: string; country: string }) => boolean = () => true,
) {
  const of = (what: Counted) =>
    counted.filter((one) => one.what === what && isIn(one.at) && isHere(one)).length
  const viewed = views.filter(
    ({ at, page, bot, session }) =>
      !bot &&
      at >= COUNTED &&
      counted.some((one) => one.what === 'loads' && one.page === page) &&
      isIn(at) &&
      isHere({ page, country: countryOf({ session }) }),
  )
  const loads = of('loads')
  const [shown, accepted, rejected] = [of('banners_shown'), of('banners_accepted'), of('banners_rejected')]
  return {
    page_loads: loads,
    bot_loads: of('bot_loads'),
    page_views: viewed.length,
    unique_sessions: new Set(viewed.map(({ session }) => session)).size,
    coverage: loads === 0 ? null : Math.min(100, Math.round((viewed.length / loads) * 10_000) / 100),
    banners: { shown, accepted, rejected, ignored: Math.max(0, shown - accepted - rejected) },
  }
}

describe('coverage', () => {
  it('says that no page load has been counted', async () => {
    const none = {
      page_loads: 0,
      bot_loads: 0,
      page_views: 0,
      unique_sessions: 0,
      coverage: null,
      banners: { shown: 0, accepted: 0, rejected: 0, ignored: 0 },
    }
    expect(await of(START, START + DAY_MS, { interval: 'month', compare: 'previous' })).toEqual({
      counted_since: null,
      totals: none,
      compared: null,
      compared_range: { from: '2026-10-21T08:00:00.000Z', to: '2026-10-22T08:00:00.000Z' },
      series: [{ start: '2026-09-30T23:00:00.000Z', ...none }],
      pages: [],
      countries: [],
    })
    await store(tables, events, (event) => ({ country: countryOf(event) }))
    await tables.countCoverage(counted)
    await tables.finishSessions(END - DAY_MS)
  })

  it.each([
    ['all of it', START, END + DAY_MS],
    ['from amid one hour to amid another: all of both', COUNTED + 1.01 * DAY_MS, COUNTED + 2.77 * DAY_MS],
    ['before page loads were counted', START, COUNTED - DAY_MS / 2],
  ])('is page views divided by page loads: %s', async (_, from, to) => {
    const [first, last] = [Math.floor(from / HOUR_MS) * HOUR_MS, Math.ceil(to / HOUR_MS) * HOUR_MS]
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
    const loaded = counted.filter(({ what, at }) => what === 'loads' && isIn(at))
    const valuesOf = (list: readonly string[]) => [...new Set(list)].sort()
    expect(result.pages.map(({ page_path }) => page_path).sort()).toEqual(
      valuesOf(loaded.map(({ page }) => page)),
    )
    for (const { page_path, ...covered } of result.pages)
      expect({ page_path, ...covered }).toEqual({
        page_path,
        ...expected(isIn, ({ page }) => page === page_path),
      })
    expect(result.countries.map(({ country }) => country).sort()).toEqual(
      valuesOf(loaded.map(({ country }) => country)),
    )
    for (const { country, ...covered } of result.countries)
      expect({ country, ...covered }).toEqual({
        country,
        ...expected(isIn, (place) => place.country === country),
      })
    const order = result.pages.map(({ page_loads }) => page_loads)
    expect(order).toEqual(order.toSorted((a, b) => b - a))
  })

  it('is compared with an earlier range', async () => {
    const from = COUNTED + 2 * DAY_MS
    const { totals, compared } = await of(from, from + DAY_MS, { compare: 'previous' })
    const between = (begin: number, end: number) => expected((at) => at >= begin && at < end)
    expect(totals).toEqual(between(from, from + DAY_MS))
    // The clocks went back in between: the day before has 25 hours.
    expect(compared).toEqual(between(from - DAY_MS - HOUR_MS, from))
    const without = await of(from, from + DAY_MS)
    expect([without.compared, without.compared_range]).toEqual([null, null])
  })

  it('is compared with the hours that it names, also amid an hour', async () => {
    // At twenty past, in a day that goes on and after a range that ended then.
    const from = COUNTED + 3 * DAY_MS
    const later = from + 10.33 * HOUR_MS
    for (const [to, now] of [
      [from + DAY_MS, later],
      [later, END + 9 * DAY_MS],
    ] as const) {
      const { compared, compared_range } = await of(from, to, { compare: 'previous' }, now)
      const [begin, end] = [Date.parse(compared_range?.from ?? ''), Date.parse(compared_range?.to ?? '')]
      expect(end).toBeGreaterThan(begin)
      expect([begin % HOUR_MS, end % HOUR_MS]).toEqual([0, 0])
      expect(compared).toEqual(expected((at) => at >= begin && at < end))
    }
  })

  it('is compared with no range that begins before page loads were counted', async () => {
    const to = COUNTED + 2 * DAY_MS
    const { compared, compared_range } = await of(COUNTED + HOUR_MS, to, { compare: 'year' })
    expect(compared).toBeNull()
    expect(compared_range).toEqual({
      from: '2025-10-23T09:00:00.000Z',
      to: '2025-10-25T07:00:00.000Z',
    })
    expect(
      (await of(COUNTED + DAY_MS, COUNTED + 2 * DAY_MS, { compare: 'previous' })).compared,
    ).not.toBeNull()
  })

  it('has the same totals without series and pages', async () => {
    const query = { compare: 'previous' } as const
    const whole = await of(COUNTED + DAY_MS, END, query)
    const totals = await of(COUNTED + DAY_MS, END, { ...query, interval: undefined })
    expect(whole.pages.length).toBeGreaterThan(0)
    expect(totals).toEqual({ ...whole, series: [], pages: [], countries: [] })
  })

  it.each<[string, Filter, (place: { page: string; country: string }) => boolean]>([
    [
      'a page',
      { operator: 'is', dimension: 'page', values: ['/stories'] },
      ({ page }) => page === '/stories',
    ],
    [
      'pages like one',
      { operator: 'contains', dimension: 'page', values: ['BEER'] },
      ({ page }) => page === '/articles/pine-beer',
    ],
    [
      'another country than one',
      { operator: 'is_not', dimension: 'country', values: ['GB'] },
      ({ country }) => country !== 'GB',
    ],
    [
      'an unknown country',
      { operator: 'is', dimension: 'country', values: [''] },
      ({ country }) => country === '',
    ],
  ])('of %s matches its page loads and views', async (_, filter, isHere) => {
    const { totals, countries } = await of(START, END + DAY_MS, { filters: [filter] })
    expect(totals).toEqual(expected((at) => at < END + DAY_MS, isHere))
    expect(totals.page_loads).toBeGreaterThan(0)
    expect(
      countries.every(({ country }) => filter.dimension === 'page' || isHere({ page: '', country })),
    ).toBe(true)
  })

  it('is never above 100%', async () => {
    const [later] = views.filter(({ bot, page }) => !bot && page === '/newsletter')
    const at = later?.at ?? 0
    await tables.countCoverage([{ what: 'loads', at, page: '/newsletter', country: 'GB' }])
    const { pages } = await of(START, END + DAY_MS)
    const newsletter = pages.find(({ page_path }) => page_path === '/newsletter')
    expect(newsletter).toMatchObject({ page_loads: 1, coverage: 100 })
    expect(newsletter?.page_views).toBeGreaterThan(1)
  })
})
