import { DAY_MS } from '@half-measure/shared/durations.ts'
import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { type Vital, VITALS, WebVitals } from '@half-measure/shared/stats/web-vitals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webVitals } from '../../src/analytics/web-vitals.ts'
import { SeededRandom } from '../../seed/seeded-random.ts'
import { EventTables } from './event-tables.ts'
import { type Range, scopeOf } from './random-sessions.ts'

const START = Date.parse('2026-11-02T08:00:00Z')
const END = START + 10 * DAY_MS
const PAGES = ['/', '/stories', '/articles/pine-beer', '/reviews/top-5']
const DEVICES = ['mobile', 'desktop', 'tablet'] as const

/** A page load and what was reported of it, in order: values grow. */
interface Load {
  readonly session: string
  readonly bot: boolean
  readonly country: string
  readonly device: string
  readonly at: number
  readonly page: string
  readonly reports: readonly Readonly<Record<Vital, number | null>>[]
}

const random = new SeededRandom(42)

function reportsOf(): Load['reports'] {
  // Not every browser measures CLS, and without an interaction there is no INP.
  const [hasCls, interacts] = [random.chance(0.7), random.chance(0.5)]
  const lcp = random.chance(0.95) ? random.below(5_000) : null
  let [inp, cls] = [random.below(300), random.pick([0, 0.0312, 0.1, 0.25])]
  return Array.from({ length: 1 + random.below(3) }, (_, nth) => {
    if (nth > 0) [inp, cls] = [inp + random.below(300), cls + random.pick([0, 0.0001, 0.2])]
    // LCP is reported once, and only what has changed is reported again.
    return { lcp: nth === 0 ? lcp : null, inp: interacts ? inp : null, cls: hasCls ? cls : null }
  }).filter((report) => Object.values(report).some((value) => value !== null))
}

const loads: Load[] = Array.from({ length: 400 }, (_, i) => {
  const session = `session_${START}_reader${i}x`
  const common = {
    session,
    bot: i % 15 === 0,
    country: random.pick(['GB', 'IE']),
    device: random.pick(DEVICES),
  }
  let at = START + random.below(END - START)
  return Array.from({ length: 1 + random.below(5) }, () => {
    at += 1 + random.below(10 * 60_000)
    return { ...common, at, page: random.pick(PAGES), reports: reportsOf() }
  })
}).flat()

let tables: EventTables
beforeAll(async () => {
  tables = await EventTables.open()
  const rowOf = ({ at, session, bot, page, device, country }: Load) =>
    ({ at, session_id: session, is_bot: bot ? 1 : 0, page_path: page, device, country }) as const
  await tables.insert('page_views', loads.map(rowOf))
  await tables.insert(
    'engagement_events',
    loads.flatMap((load) =>
      load.reports.map(({ lcp, inp, cls }) => ({ ...rowOf(load), lcp_ms: lcp, inp_ms: inp, cls })),
    ),
  )
  // Reading is no vital.
  await tables.insert('engagement_events', [
    { ...rowOf(loads[1] as Load), active_ms: 5_000, scroll_depth: 25 },
  ])
  await tables.finishSessions(END - 2 * DAY_MS)
})
afterAll(() => tables[Symbol.asyncDispose]())

/** As spreadsheets and NumPy interpolate. */
function percentile75(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * 0.75
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  if (below === undefined || above === undefined) return null
  return below + (above - below) * (place - Math.floor(place))
}

function figure(of: readonly Load[], vital: Vital) {
  const values = of.flatMap(({ reports }) => {
    const reported = reports.flatMap((report) => report[vital] ?? [])
    return reported.length === 0 ? [] : Math.max(...reported)
  })
  const p75 = percentile75(values)
  return {
    p75: p75 === null ? null : expect.closeTo(p75, 9),
    loads: values.length,
    good: values.filter((value) => value <= VITALS[vital].good).length,
    poor: values.filter((value) => value > VITALS[vital].poor).length,
  }
}

const measured = (of: readonly Load[]) => ({
  sessions: new Set(of.map(({ session }) => session)).size,
  loads: of.length,
  lcp: figure(of, 'lcp'),
  inp: figure(of, 'inp'),
  cls: figure(of, 'cls'),
})

const byName = <T extends object>(list: readonly T[], name: keyof T) =>
  list.toSorted((a, b) => String(a[name]).localeCompare(String(b[name])))

function devices(of: readonly Load[]) {
  return [...Map.groupBy(of, ({ device }) => device)].map(([device, some]) => ({ device, ...measured(some) }))
}

function expected(isKept: (load: Load) => boolean) {
  const kept = loads.filter((load) => load.reports.length > 0 && isKept(load))
  const pages = [...Map.groupBy(kept, ({ page }) => page)].map(([page_path, of]) => ({
    page_path,
    ...measured(of),
    devices: byName(devices(of), 'device'),
  }))
  return {
    totals: measured(kept),
    devices: byName(devices(kept), 'device'),
    pages: byName(pages, 'page_path'),
  }
}

const ALL: Range = { from: START, to: END + DAY_MS, bots: 'exclude', tz: 'Europe/London' }

async function read(range: Range = ALL, filters: Filter[] = []) {
  const result = WebVitals.parse(await webVitals(tables.statistics, scopeOf(range, ...filters)))
  const order = result.pages.map(({ loads }) => loads)
  expect(order).toEqual(order.toSorted((a, b) => b - a))
  return {
    totals: result.totals,
    devices: byName(result.devices, 'device'),
    pages: byName(
      result.pages.map((page) => ({ ...page, devices: byName(page.devices, 'device') })),
      'page_path',
    ),
  }
}

describe('web vitals', () => {
  it('are the 75th percentile of loads by page and device, with the last value of each load', async () => {
    expect(await read()).toEqual(expected(({ bot }) => !bot))
    expect(await read({ ...ALL, bots: 'include' })).toEqual(expected(() => true))
  })

  it('match the loads in the range, in finished and open sessions', async () => {
    const [from, to] = [START + 2.4 * DAY_MS, END - 1.5 * DAY_MS]
    expect(await read({ ...ALL, from, to })).toEqual(expected(({ bot, at }) => !bot && at >= from && at < to))
  })

  it.each<[string, Filter, (load: Load) => boolean]>([
    [
      'a page',
      { operator: 'is', dimension: 'page', values: ['/stories'] },
      ({ page }) => page === '/stories',
    ],
    [
      'a device',
      { operator: 'is', dimension: 'device', values: ['mobile'] },
      ({ device }) => device === 'mobile',
    ],
    [
      'a country',
      { operator: 'is_not', dimension: 'country', values: ['GB'] },
      ({ country }) => country !== 'GB',
    ],
  ])('of %s match its loads', async (_, filter, isKept) => {
    expect(await read(ALL, [filter])).toEqual(expected((load) => !load.bot && isKept(load)))
  })

  it('are null where nothing was measured', async () => {
    const figure = { p75: null, loads: 0, good: 0, poor: 0 }
    expect(await read({ ...ALL, from: START - 3 * DAY_MS, to: START - 2 * DAY_MS })).toEqual({
      totals: { sessions: 0, loads: 0, lcp: figure, inp: figure, cls: figure },
      devices: [],
      pages: [],
    })
  })
})
