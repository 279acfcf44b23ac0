import { z } from 'zod'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import type { Timeseries } from '@half-measure/shared/stats/timeseries.ts'
import type { AskRows } from './ask-rows.ts'
import { bucketStarts, refuseLongSeries } from './buckets.ts'
import { inRange, rangeParams } from './range.ts'

const Row = z.object({
  start_ms: z.coerce.number(),
  page_views: z.coerce.number(),
  unique_sessions: z.coerce.number(),
})

/** Views and sessions by hour or day of the asked-for zone; buckets without any are there, with zeros. */
export async function timeseries(
  ask: AskRows,
  range: StatsRange,
  interval: 'hour' | 'day',
  signal?: AbortSignal,
): Promise<Timeseries> {
  const [from, to] = [Date.parse(range.from), Date.parse(range.to)]
  refuseLongSeries(range, interval)
  const rows = await ask(
    {
      name: 'timeseries',
      sql: `SELECT toUnixTimestamp(${interval === 'day' ? 'toStartOfDay' : 'toStartOfHour'}(created_at, {tz: String})) * 1000 AS start_ms,
          count() AS page_views, uniqExact(session_id) AS unique_sessions
        FROM analytics.page_views WHERE ${inRange('created_at', range)} GROUP BY start_ms`,
      params: { ...rangeParams(range), tz: range.tz },
      row: Row,
    },
    signal,
  )
  const byStart = new Map(rows.map((row) => [row.start_ms, row]))
  return bucketStarts(from, to, interval, range.tz).map((start) => {
    const row = byStart.get(start)
    return {
      start: new Date(start).toISOString(),
      page_views: row?.page_views ?? 0,
      unique_sessions: row?.unique_sessions ?? 0,
    }
  })
}
