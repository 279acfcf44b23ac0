import type { Coverage, Covered } from '@half-measure/shared/stats/coverage.ts'
import type { Comparison } from '@half-measure/shared/stats/engine/comparison.ts'
import type { Bucket } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { z } from 'zod'
import { bucketStarts, refuseLongSeries } from '../engine/buckets.ts'
import { comparedRange } from '../engine/compared-range.ts'
import { eachOf } from '../engine/dimension-values.ts'
import { Params } from '../engine/params.ts'
import { STARTED } from '../engine/session-query.ts'
import type { ReadFigures } from '../read-figures.ts'
import { HOUR_MS } from '../../platform/durations.ts'

const count = z.coerce.number()
/** A row of a bucket has no page, a row of a page no bucket, and that of the totals neither. */
const Group = { bucket: count, page: z.string() }
const LoadsRow = z.object({ ...Group, loads: count })
const ViewsRow = z.object({ ...Group, views: count, sessions: count })

type Read = Pick<ReadFigures, 'queryRows' | 'sessionsIn'>

export interface CoverageQuery {
  /** Of the series; without it there is neither series nor pages, which makes it several times as fast. */
  readonly interval?: Bucket | undefined
  readonly compare?: Comparison | undefined
}

/**
 * How many page loads were page views, in all, over time and by page. Page views of pages without any page load, such as
 * addresses that do not exist, are left out.
 *
 * @param now milliseconds since 1970.
 * @throws {ApiError} 400 if there would be too many buckets.
 */
export async function coverage(
  read: Read,
  range: StatsRange,
  { interval, compare }: CoverageQuery,
  now: number,
  signal?: AbortSignal,
): Promise<Coverage> {
  if (interval) refuseLongSeries(range, interval)
  const starts = interval
    ? bucketStarts(Date.parse(range.from), Date.parse(range.to), interval, range.tz)
    : undefined
  const since = await countedSince(read, signal)
  const other = compare && comparedRange(range, compare, now)
  const [{ pages, covered }, compared] = await Promise.all([
    countGroups(read, hoursOf(range, since), starts, signal),
    other && countGroups(read, hoursOf(other, since), undefined, signal),
  ])
  return {
    counted_since: since === undefined ? null : new Date(since).toISOString(),
    totals: covered(0, ''),
    compared: compared?.covered(0, '') ?? null,
    series: (starts ?? []).map((bucket) => ({
      start: new Date(bucket).toISOString(),
      ...covered(bucket, ''),
    })),
    pages: starts ? pages.map((page_path) => ({ page_path, ...covered(0, page_path) })) : [],
  }
}

/** Milliseconds since 1970. */
interface Hours {
  readonly from: number
  readonly to: number
}

/** The whole hours of a range. Views from before page loads were counted have nothing to be compared with. */
function hoursOf(range: Pick<StatsRange, 'from' | 'to'>, since: number | undefined): Hours {
  const to = Math.ceil(Date.parse(range.to) / HOUR_MS) * HOUR_MS
  return { from: Math.max(Math.floor(Date.parse(range.from) / HOUR_MS) * HOUR_MS, since ?? to), to }
}

/**
 * The pages that were loaded, the most loaded first, and the figures of each group.
 *
 * @param starts of the buckets; without them only the totals have page views.
 */
async function countGroups(
  read: Read,
  hours: Hours,
  starts: readonly number[] | undefined,
  signal?: AbortSignal,
) {
  const loads = hours.from < hours.to ? await countLoads(read, hours, starts ?? [hours.from], signal) : []
  const pages = loads.flatMap(({ page }) => page || [])
  const views = pages.length > 0 ? await countViews(read, hours, { starts, pages }, signal) : []
  const [loadsOf, viewsOf] = [byGroup(loads), byGroup(views)]
  const covered = (bucket: number, page: string): Covered => {
    const group = nameOf({ bucket, page })
    return coveredOf(loadsOf.get(group)?.loads ?? 0, viewsOf.get(group))
  }
  return { pages, covered }
}

function coveredOf(page_loads: number, views?: z.output<typeof ViewsRow>): Covered {
  const { views: page_views = 0, sessions: unique_sessions = 0 } = views ?? {}
  // Pages that the browser had kept or fetched ahead are views without a load.
  const share = Math.min(100, Math.round((page_views * 10_000) / page_loads) / 100)
  return { page_loads, page_views, unique_sessions, coverage: page_loads === 0 ? null : share }
}

const nameOf = ({ bucket, page }: { readonly bucket: number; readonly page: string }) => `${bucket} ${page}`

function byGroup<Row extends Parameters<typeof nameOf>[0]>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [nameOf(row), row]))
}

async function countedSince({ queryRows }: Read, signal?: AbortSignal): Promise<number | undefined> {
  const [first] = await queryRows(
    {
      name: 'first page load',
      sql: `SELECT toUnixTimestamp(min(hour)) * 1000 AS at FROM analytics.page_loads HAVING count() > 0`,
      row: z.object({ at: count }),
    },
    signal,
  )
  return first?.at
}

const GROUPS = 'GROUP BY GROUPING SETS ((bucket), (page), ())'

function countLoads(
  { queryRows }: Read,
  { from, to }: Hours,
  starts: readonly number[],
  signal?: AbortSignal,
) {
  const params = new Params()
  const at = 'toInt64(toUnixTimestamp(hour)) * 1000'
  return queryRows(
    {
      name: 'page loads',
      sql: `SELECT bucket, page, sum(loads) AS loads FROM (
          SELECT roundDown(${at}, ${params.bind(starts, 'Array(Int64)')}) AS bucket, toString(page_path) AS page, loads
          FROM analytics.page_loads
          WHERE ${at} >= ${params.bind(from, 'Int64')} AND ${at} < ${params.bind(to, 'Int64')}
        ) ${GROUPS} ORDER BY loads DESC, page, bucket`,
      params: params.values,
      row: LoadsRow,
    },
    signal,
  )
}

async function countViews(
  { queryRows, sessionsIn }: Read,
  { from, to }: Hours,
  { starts, pages }: { readonly starts: readonly number[] | undefined; readonly pages: readonly string[] },
  signal?: AbortSignal,
) {
  const range = {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    bots: 'exclude',
  } as const
  const sessions = await sessionsIn(range, signal)
  const among = sessions.params.bind(pages, 'Array(String)')
  const groups = starts && [
    `roundDown(${STARTED} + at, ${sessions.params.bind(starts, 'Array(Int64)')}) AS bucket`,
    'toString(page) AS page',
  ]
  const views = sessions.from(sessions.events, (subRange) => ({
    columns: [...(groups ?? []), 'session_hash'],
    join: eachOf('views'),
    where: [`page IN ${among}`, ...sessions.inRange(subRange)],
  }))
  return queryRows(
    {
      name: 'page views of loaded pages',
      sql: `SELECT ${groups ? 'bucket, page' : "0 AS bucket, '' AS page"}, count() AS views,
          uniqExact(session_hash) AS sessions FROM (${views}) ${groups ? GROUPS : ''}`,
      params: sessions.params.values,
      row: ViewsRow,
    },
    signal,
  )
}
