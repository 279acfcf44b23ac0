import { CONVERSION_TYPES } from '@half-measure/shared/domain/conversion-types.ts'
import type {
  ConversionCounts,
  Summary,
  Timeseries,
  TopElements,
  TopPages,
} from '@half-measure/shared/stats/overview.ts'
import type { ExperimentShares } from '@half-measure/shared/stats/experiment-shares.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { z } from 'zod'
import { bucketStarts, refuseLongSeries } from './engine/buckets.ts'
import { ELEMENT, type EventList, over } from './engine/dimension-values.ts'
import { IN_RANGE, IS_WHOLE, STARTED } from './engine/session-query.ts'
import type { ReportSources } from './report-scope.ts'
import { visibleUntil } from './sharing/current-caller.ts'

// Follows the specification to the letter: every event counts by its own time, every conversion counts, and a session
// is a `session_id` with a page view in the range.

const count = z.coerce.number()
const SummaryRow = z.object({
  page_views: count,
  unique_sessions: count,
  click_events: count,
  unique_element_types: count,
  conversions: count,
  active_tests: count,
})

export async function summary({ queryRows, sessionsIn }: ReportSources, range: StatsRange): Promise<Summary> {
  const sessions = await sessionsIn(range)
  const rows = sessions.withEvents({
    columns: [
      'session_hash',
      `${over('views', 'arrayCount', IN_RANGE)} AS views`,
      `${over('clicks', 'arrayCount', IN_RANGE)} AS clicks`,
      `${over('conversions', 'arrayCount', IN_RANGE)} AS conversions`,
      `${valuesInRange('clicks', 'element_type')} AS element_types`,
      `${valuesInRange('assignments', 'test')} AS tests`,
    ],
  })
  const [row] = await queryRows({
    name: 'summary',
    sql: `SELECT sum(views) AS page_views, uniqExactIf(session_hash, views > 0) AS unique_sessions,
        sum(clicks) AS click_events, uniqExactArray(element_types) AS unique_element_types,
        sum(conversions) AS conversions, uniqExactArray(tests) AS active_tests
      FROM (${rows})`,
    params: sessions.params.values,
    row: SummaryRow,
  })
  if (!row) throw new Error('an aggregate without GROUP BY has one row')
  return { ...row, conversion_rate: conversionRate(row.conversions, row.page_views) }
}

/** A column of a list, for the events in the range. */
function valuesInRange(list: EventList, column: string): string {
  const values = `${list}.${column}`
  return `if(${IS_WHOLE}, ${values}, arrayFilter((value, at) -> ${IN_RANGE}, ${values}, ${list}.at))`
}

/** Percent of page views with two decimals; 0 without page views. */
export function conversionRate(conversions: number, pageViews: number): number {
  return pageViews === 0 ? 0 : Math.round((conversions * 10_000) / pageViews) / 100
}

/**
 * Views and sessions by hour or day of the requested zone; empty buckets have zeros, future ones no figures.
 *
 * @param now milliseconds since 1970.
 * @throws {ApiError} 400 if there would be too many.
 */
export async function timeseries(
  { queryRows, sessionsIn }: ReportSources,
  range: StatsRange,
  interval: 'hour' | 'day',
  now: number,
): Promise<Timeseries> {
  refuseLongSeries(range, interval)
  const sessions = await sessionsIn(range)
  const starts = bucketStarts(Date.parse(range.from), Date.parse(range.to), interval, range.tz)
  const bucket = `roundDown(${STARTED} + at, ${sessions.params.bind(starts, 'Array(Int64)')})`
  const views = sessions.events('views', { columns: [`${bucket} AS bucket`, 'session_hash'] })
  const rows = await queryRows({
    name: 'page views and sessions over time',
    sql: `SELECT bucket, count() AS page_views, uniqExact(session_hash) AS unique_sessions
      FROM (${views}) GROUP BY bucket`,
    params: sessions.params.values,
    row: z.object({ bucket: count, page_views: count, unique_sessions: count }),
  })
  const byStart = new Map(rows.map(({ bucket: start, ...figures }) => [start, figures]))
  const nothing = (figure: 0 | null) => ({ page_views: figure, unique_sessions: figure })
  return starts.map((start) => ({
    start: new Date(start).toISOString(),
    ...(byStart.get(start) ?? nothing(start >= visibleUntil(now) ? null : 0)),
  }))
}

export async function topPages(read: ReportSources, range: StatsRange, limit: number): Promise<TopPages> {
  const rows = await countsBy(read, range, { list: 'views', key: 'page', limit })
  return rows.map(({ key, count: views }) => ({ page_path: key, views }))
}

export async function topElements(
  read: ReportSources,
  range: StatsRange,
  limit: number,
): Promise<TopElements> {
  const rows = await countsBy(read, range, { list: 'clicks', key: ELEMENT, limit })
  return rows.map(({ key, count: clicks }) => ({ element: key, clicks }))
}

export async function conversionCounts(read: ReportSources, range: StatsRange): Promise<ConversionCounts> {
  const rows = await countsBy(read, range, { list: 'conversions', key: 'event_type' })
  const type = z.enum(CONVERSION_TYPES)
  return rows.map(({ key, count: conversions }) => ({ event_type: type.parse(key), count: conversions }))
}

export async function experimentShares(read: ReportSources, range: StatsRange): Promise<ExperimentShares> {
  const rows = await countsBy(read, range, { list: 'assignments', key: 'variant', group: 'toString(test)' })
  return [...Map.groupBy(rows, ({ group }) => group)].map(([test_name, variants]) => {
    const total = variants.reduce((sum, { count: assignments }) => sum + assignments, 0)
    return {
      test_name,
      total,
      variants: variants.map(({ key, count: assignments }) => ({
        variant: key,
        assignments,
        share: Math.round((assignments * 1_000) / total) / 10,
      })),
    }
  })
}

interface Counted {
  readonly list: EventList
  /** SQL over the columns of the list. */
  readonly key: string
  readonly group?: string
  readonly limit?: number
}

/** The most frequent first; ties by name. */
async function countsBy(
  { queryRows, sessionsIn }: ReportSources,
  range: StatsRange,
  { list, key, group = "''", limit = 1_000 }: Counted,
) {
  const sessions = await sessionsIn(range)
  const events = sessions.events(list, { columns: [`${group} AS group`, `toString(${key}) AS key`] })
  return queryRows({
    name: `counts of ${list}`,
    sql: `SELECT group, key, count() AS count FROM (${events}) GROUP BY group, key
      ORDER BY group, count DESC, key LIMIT ${sessions.params.bind(limit, 'UInt32')}`,
    params: sessions.params.values,
    row: z.object({ group: z.string(), key: z.string(), count }),
  })
}
