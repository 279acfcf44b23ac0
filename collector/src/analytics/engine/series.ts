import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import type { Bucket, StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { wasCounted } from '@half-measure/shared/stats/counted-since.ts'
import { bucketEnd, bucketStarts } from './buckets.ts'
import { counterparts } from './compared-range.ts'
import { figuresOf, notCounted } from './measures.ts'
import type { PlanRow } from './query-plan.ts'

/** The starts of the buckets of a range, in milliseconds since 1970. */
export function bucketsOf({ from, to, tz }: StatsQuery['range'], interval: Bucket): number[] {
  return bucketStarts(Date.parse(from), Date.parse(to), interval, tz)
}

/** The times that were counted, milliseconds since 1970. */
export interface Counted {
  /** Undefined where nothing was counted yet. */
  readonly since: number | undefined
  readonly now: number
}

/**
 * A row for each bucket, even without events. Buckets that have not begun, or ended before counting began, have no
 * figures; nor have compared buckets that were not counted.
 *
 * @param rows keyed by the start of a bucket in milliseconds. Compared figures go with the bucket's counterpart.
 * @param compared the part of the range compared with that is read.
 */
export function seriesOf(
  { range, interval, metrics, compare }: StatsQuery & { interval: Bucket },
  rows: readonly PlanRow[],
  counted: Counted,
  compared: StatsQuery['range'] | undefined,
): StatsResult['rows'] {
  const { since = Number.NEGATIVE_INFINITY, now } = counted
  const byStart = new Map(rows.map((row) => [Number(row.key), row]))
  // The buckets compared with cover the whole range, however much of it has passed.
  const otherStarts = compare ? counterparts(range, compare, interval) : []
  const isCompared = (other: number) =>
    compared !== undefined &&
    other < Date.parse(compared.to) &&
    (wasCounted(compared, counted.since) || other >= (counted.since ?? Number.POSITIVE_INFINITY))
  return bucketsOf(range, interval).map((start, i) => {
    const other = otherStarts[i]
    const isOutside = start >= now || bucketEnd(start, interval, range.tz) <= since
    return {
      key: iso(start),
      figures: isOutside ? notCounted(metrics) : figuresOf(metrics, byStart.get(start)?.figures),
      ...(other !== undefined && {
        compared: isCompared(other) ? figuresOf(metrics, byStart.get(other)?.compared) : notCounted(metrics),
        compared_key: iso(other),
      }),
    }
  })
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

/** The start of the bucket that is not over yet, if it is in the range. */
export function incompleteFrom({ range, interval }: StatsQuery, now: number): string | null {
  if (!interval) return null
  const current = bucketsOf(range, interval).findLast((start) => start < now)
  if (current === undefined || bucketEnd(current, interval, range.tz) <= now) return null
  return iso(current)
}
