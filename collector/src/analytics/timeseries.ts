import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import type { Timeseries } from '@half-measure/shared/stats/timeseries.ts'
import { bucketStarts, refuseLongSeries } from './buckets.ts'
import { type AskPlan, exactly } from './engine/ask-plan.ts'
import { planRows } from './engine/plan.ts'

/**
 * Views and sessions by hour or day of the asked-for zone; buckets without any are there, with zeros.
 *
 * @throws {ApiError} 400 if there would be too many.
 */
export async function timeseries(
  askPlan: AskPlan,
  range: StatsRange,
  interval: 'hour' | 'day',
  signal?: AbortSignal,
): Promise<Timeseries> {
  refuseLongSeries(range, interval)
  const question = { ...exactly(range, ['page_views', 'sessions']), interval }
  const rows = await askPlan(question, planRows, signal)
  const byStart = new Map(rows.map(({ key, figures }) => [Number(key), figures]))
  return bucketStarts(Date.parse(range.from), Date.parse(range.to), interval, range.tz).map((start) => {
    const figures = byStart.get(start)
    return {
      start: new Date(start).toISOString(),
      page_views: figures?.page_views ?? 0,
      unique_sessions: figures?.sessions ?? 0,
    }
  })
}
