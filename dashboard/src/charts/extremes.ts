import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Figures } from '@half-measure/shared/stats/engine/stats-result.ts'
import type { Bucket } from '@half-measure/shared/stats/engine/stats-query.ts'

/** Sessions, page loads or banners that a rate needs to be an extreme: with fewer, one moves it by points. */
export const MIN_FOR_EXTREMES = 30

/** Whether a metric is a count or a sum; rates, means and medians do not add up. */
export function addsUp(metric: Metric): boolean {
  return ['count', 'gbp'].includes(METRICS[metric].unit)
}

/** Whether a rate, mean or median covers too few sessions; false if their number was not queried. */
export function isOfFew(metric: Metric, { sessions }: Figures): boolean {
  return !addsUp(metric) && sessions !== undefined && (sessions ?? 0) < MIN_FOR_EXTREMES
}

/** Ends a sentence. @param whole what shares are of: `sessions`. */
export function leftOutText(interval: Bucket, whole: string): string {
  return `, leaving out ${interval}s with fewer than ${MIN_FOR_EXTREMES} ${whole}`
}
