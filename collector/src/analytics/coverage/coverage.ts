import { wasCounted } from '@half-measure/shared/stats/counted-since.ts'
import type { Coverage, Covered } from '@half-measure/shared/stats/coverage.ts'
import type { Comparison } from '@half-measure/shared/stats/engine/comparison.ts'
import type { Bucket, Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { z } from 'zod'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { bucketStarts, refuseLongSeries } from '../engine/buckets.ts'
import { comparedRange } from '../engine/compared-range.ts'
import { Params } from '../engine/params.ts'
import { QueryScope } from '../engine/query-scope.ts'
import { STARTED } from '../engine/session-query.ts'
import type { ReportSources } from '../report-scope.ts'
import { visibleRange, visibleUntil } from '../sharing/current-caller.ts'
import type { TimeRange } from '../../warehouse/clickhouse/time-ranges.ts'

const count = z.coerce.number()
/** A row covers one bucket, one page, one country, or everything. */
const Group = z.object({ bucket: count, page: z.string(), country: z.string() })
type Group = z.output<typeof Group>
const LoadsRow = Group.extend({
  loads: count,
  bot_loads: count,
  shown: count,
  accepted: count,
  rejected: count,
})
const ViewsRow = Group.extend({ views: count, sessions: count })

export interface CoverageQuery {
  /** By `COVERAGE_DIMENSIONS`. */
  readonly filters?: readonly Filter[]
  /** Bucket length of the series. Without it only totals are computed, which is several times as fast. */
  readonly interval?: Bucket | undefined
  readonly compare?: Comparison | undefined
}

/**
 * How many page loads were page views, in all, over time, by page and by country, and how banners were answered. Page
 * views of pages without any page load, such as addresses that do not exist, are left out.
 *
 * @param now milliseconds since 1970.
 * @throws {ApiError} 400 if there would be too many buckets.
 */
export async function coverage(
  read: ReportSources,
  range: StatsRange,
  { filters = [], interval, compare }: CoverageQuery,
  now: number,
): Promise<Coverage> {
  if (interval) refuseLongSeries(range, interval)
  const starts = interval
    ? bucketStarts(Date.parse(range.from), Date.parse(range.to), interval, range.tz)
    : undefined
  const [since, goals] = await Promise.all([countedSince(read), read.goals()])
  const scopeIn = (params: Params) =>
    new QueryScope({ filters, tz: range.tz, articles: read.articles, goals }, params)
  const other = compare && wholeHours(visibleRange(comparedRange(range, compare, visibleUntil(now)), now))
  const groupsIn = (hours: Range, buckets: readonly number[] | undefined) =>
    countGroups(read, scopeIn, countedPart(hours, since), buckets)
  const [{ pages, countries, covered }, compared] = await Promise.all([
    groupsIn(wholeHours(visibleRange(range, now)), starts),
    other && wasCounted(other, since) ? groupsIn(other, undefined) : undefined,
  ])
  const isSplit = starts !== undefined
  return {
    counted_since: since === undefined ? null : new Date(since).toISOString(),
    totals: covered({}),
    compared: compared?.covered({}) ?? null,
    compared_range: other ?? null,
    series: (starts ?? []).map((bucket) => ({
      start: new Date(bucket).toISOString(),
      ...covered({ bucket }),
    })),
    pages: isSplit ? pages.map((page_path) => ({ page_path, ...covered({ page: page_path }) })) : [],
    countries: isSplit
      ? countries.map((country) => ({ country: country.trim(), ...covered({ country }) }))
      : [],
  }
}

type Range = Pick<StatsRange, 'from' | 'to'>

function wholeHours({ from, to }: Range): Range {
  const iso = (hour: number) => new Date(hour * HOUR_MS).toISOString()
  return { from: iso(Math.floor(Date.parse(from) / HOUR_MS)), to: iso(Math.ceil(Date.parse(to) / HOUR_MS)) }
}

/** The hours from when page loads were first counted: earlier views have nothing to compare with. */
function countedPart(hours: Range, since: number | undefined): TimeRange {
  const to = Date.parse(hours.to)
  return { from: Math.max(Date.parse(hours.from), since ?? to), to }
}

type ScopeIn = (params: Params) => QueryScope

/**
 * The pages and countries with page loads, the most loaded first, and the figures of each group.
 *
 * @param starts of the buckets; without them only the totals have page views.
 */
async function countGroups(
  read: ReportSources,
  scopeIn: ScopeIn,
  hours: TimeRange,
  starts: readonly number[] | undefined,
) {
  const rows = hours.from < hours.to ? await countLoads(read, scopeIn, hours, starts ?? [hours.from]) : []
  const loaded = rows.filter(({ loads }) => loads > 0)
  const pages = loaded.flatMap(({ page }) => page || [])
  const countries = loaded.flatMap(({ country }) => country || [])
  const views = pages.length > 0 ? await countViews(read, scopeIn, hours, { starts, pages }) : []
  const [loadsOf, viewsOf] = [byGroup(rows), byGroup(views)]
  const covered = (group: Partial<Group>): Covered =>
    coveredOf(loadsOf.get(nameOf(group)), viewsOf.get(nameOf(group)))
  return { pages, countries, covered }
}

const NO_LOADS = { loads: 0, bot_loads: 0, shown: 0, accepted: 0, rejected: 0 }

function coveredOf(loads?: z.output<typeof LoadsRow>, views?: z.output<typeof ViewsRow>): Covered {
  const { loads: page_loads, bot_loads, shown, accepted, rejected } = loads ?? NO_LOADS
  const { views: page_views = 0, sessions: unique_sessions = 0 } = views ?? {}
  // Pages that the browser cached or prefetched are views without a load.
  const share = Math.min(100, Math.round((page_views * 10_000) / page_loads) / 100)
  return {
    page_loads,
    bot_loads,
    page_views,
    unique_sessions,
    coverage: page_loads === 0 ? null : share,
    // A banner may be shown in one hour and answered in the next.
    banners: { shown, accepted, rejected, ignored: Math.max(0, shown - accepted - rejected) },
  }
}

const nameOf = ({ bucket = 0, page = '', country = '' }: Partial<Group>) => `${bucket} ${page} ${country}`

function byGroup<Row extends Group>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [nameOf(row), row]))
}

async function countedSince({ queryRows }: ReportSources): Promise<number | undefined> {
  const [first] = await queryRows({
    name: 'first page load',
    sql: `SELECT toUnixTimestamp(min(hour)) * 1000 AS at FROM analytics.coverage_counts WHERE loads > 0 HAVING count() > 0`,
    row: z.object({ at: count }),
  })
  return first?.at
}

/** The columns of other groups are empty. A country may be empty too, so all countries get a leading space. */
const GROUPS = 'GROUP BY GROUPING SETS ((bucket), (page), (in_country), ())'
const COUNTRY = "concat(' ', country) AS in_country"

function countLoads(
  { queryRows }: ReportSources,
  scopeIn: ScopeIn,
  { from, to }: TimeRange,
  starts: readonly number[],
) {
  const params = new Params()
  const scope = scopeIn(params)
  const at = 'toInt64(toUnixTimestamp(hour)) * 1000'
  const kept = [
    `${at} >= ${params.bind(from, 'Int64')} AND ${at} < ${params.bind(to, 'Int64')}`,
    ...scope.attributes,
    ...scope.placeAndTime('views'),
  ]
  return queryRows({
    name: 'page loads',
    sql: `SELECT bucket, page, in_country AS country, sum(loads) AS loads, sum(bot_loads) AS bot_loads,
        sum(banners_shown) AS shown, sum(banners_accepted) AS accepted, sum(banners_rejected) AS rejected
      FROM (
        SELECT roundDown(${at}, ${params.bind(starts, 'Array(Int64)')}) AS bucket, toString(page_path) AS page, ${COUNTRY},
          loads, bot_loads, banners_shown, banners_accepted, banners_rejected
        FROM analytics.coverage_counts WHERE ${kept.join(' AND ')}
      ) ${GROUPS} ORDER BY loads DESC, page, country, bucket`,
    params: params.values,
    row: LoadsRow,
  })
}

async function countViews(
  { queryRows, sessionsIn }: ReportSources,
  scopeIn: ScopeIn,
  { from, to }: TimeRange,
  { starts, pages }: { readonly starts: readonly number[] | undefined; readonly pages: readonly string[] },
) {
  const range = {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    bots: 'exclude',
  } as const
  const sessions = await sessionsIn(range)
  const scope = scopeIn(sessions.params)
  const among = sessions.params.bind(pages, 'Array(String)')
  const groups = starts && [
    `roundDown(${STARTED} + at, ${sessions.params.bind(starts, 'Array(Int64)')}) AS bucket`,
    'toString(page) AS page',
    COUNTRY,
  ]
  const views = sessions.events('views', {
    columns: [...(groups ?? []), 'session_hash'],
    where: [`page IN ${among}`, ...scope.attributes, ...scope.placeAndTime('views')],
  })
  return queryRows({
    name: 'page views of loaded pages',
    sql: `SELECT ${groups ? 'bucket, page, in_country AS country' : "0 AS bucket, '' AS page, '' AS country"},
        count() AS views, uniqExact(session_hash) AS sessions FROM (${views}) ${groups ? GROUPS : ''}`,
    params: sessions.params.values,
    row: ViewsRow,
  })
}
