import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import type { Bucket, StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { bucketEnd, bucketStarts } from './buckets.ts'
import { comparedRange } from './compared-range.ts'
import { figuresOf } from './figures.ts'
import type { PlanRow } from './query-plan.ts'

/** The starts of the buckets of a range, in milliseconds since 1970. */
export function bucketsOf({ from, to, tz }: StatsQuery['range'], interval: Bucket): number[] {
  return bucketStarts(Date.parse(from), Date.parse(to), interval, tz)
}

/**
 * A row for each bucket, those without events too.
 *
 * @param rows keyed by the start of a bucket in milliseconds.
 * @param others those of the range compared with, which go with the buckets in the same place.
 */
export function seriesOf(
  { range, interval, metrics, compare }: StatsQuery & { interval: Bucket },
  rows: readonly PlanRow[],
  others: readonly PlanRow[] | undefined,
): StatsResult['rows'] {
  const byStart = new Map(rows.map((row) => [Number(row.key), row]))
  // Both ranges may have a part of the same month or week.
  const othersByStart = new Map(others?.map((row) => [Number(row.key), row]))
  // The buckets compared with follow the whole length of the range, whatever of it has passed.
  const whole = compare && comparedRange(range, compare, Number.POSITIVE_INFINITY)
  const otherStarts = whole ? bucketsOf(whole, interval) : []
  return bucketsOf(range, interval).map((start, i) => {
    const other = otherStarts[i]
    return {
      key: new Date(start).toISOString(),
      figures: figuresOf(metrics, byStart.get(start)),
      ...(other !== undefined && {
        compared: figuresOf(metrics, othersByStart.get(other)),
        compared_key: new Date(other).toISOString(),
      }),
    }
  })
}

/** The start of the bucket that is not over yet, if it is in the range. */
export function incompleteFrom({ range, interval }: StatsQuery, now: number): string | null {
  if (!interval) return null
  const current = bucketsOf(range, interval).findLast((start) => start <= now)
  if (current === undefined || bucketEnd(current, interval, range.tz) <= now) return null
  return new Date(current).toISOString()
}
