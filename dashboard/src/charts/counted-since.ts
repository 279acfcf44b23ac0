import { wasCounted } from '@half-measure/shared/stats/counted-since.ts'
import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { countOf } from '@half-measure/shared/format-figures.ts'
import { DAY_MS, HOUR_MS } from '@half-measure/shared/durations.ts'
import { formatLongDay } from '../format/time.ts'
import { daysText } from '../time/days-text.ts'
import type { Bounds, Period } from '../time/period.ts'

type Compared = Pick<StatsResult, 'rows' | 'totals' | 'compared_range' | 'counted_since'>

/**
 * When counting began within the compared range; the end of that range if nothing was counted in it. Null if counting
 * began earlier, or nothing is compared.
 */
export function countedSince({
  counted_since,
  compared_range,
}: Pick<Compared, 'compared_range' | 'counted_since'>): Date | null {
  if (!compared_range) return null
  const since = counted_since === null ? undefined : Date.parse(counted_since)
  if (wasCounted(compared_range, since)) return null
  return new Date(Math.min(since ?? Number.POSITIVE_INFINITY, Date.parse(compared_range.to)))
}

/** A result without comparisons before `since`, and none for totals, which would be compared with a part. */
export function onlyCounted<T extends Compared>(result: T, since: Date | null): T {
  if (since === null) return result
  return {
    ...result,
    totals: { figures: result.totals.figures },
    rows: result.rows.map((row) =>
      Date.parse(row.compared_key ?? '') < since.getTime() ? { ...row, compared: undefined } : row,
    ),
  }
}

/** What changes are measured against, or why there are none. */
export function comparisonText(
  range: Bounds,
  since: Date | null,
  { bounds }: Pick<Period, 'bounds'>,
  now: Date,
): string {
  const days = daysText(range)
  if (since === null) return [`Compared with ${days}.`, ...lengthText(range, bounds(now), now)].join(' ')
  if (since.getTime() >= Date.parse(range.to))
    return `Nothing was counted from ${days}, so nothing is compared.`
  return `There are no events before ${formatLongDay(since)}, so there is no full comparison with ${days}.`
}

/** The clocks may go forward in one range and back in the other. */
const CLOCK_CHANGES_MS = 2 * HOUR_MS

/** Months and custom days may differ in length, which alone makes counts differ. */
function lengthText(range: Bounds, given: Bounds, now: Date): string[] {
  const lengthOf = ({ from, to }: Bounds) => Math.min(Date.parse(to), now.getTime()) - Date.parse(from)
  const [comparedMs, ownMs] = [lengthOf(range), lengthOf(given)]
  const [compared, own] = [Math.round(comparedMs / DAY_MS), Math.round(ownMs / DAY_MS)]
  if (compared === own || Math.abs(comparedMs - ownMs) <= CLOCK_CHANGES_MS) return []
  return [
    `They are ${countOf(compared, 'day')}, the period is ${countOf(own, 'day')}: compare rates, not counts.`,
  ]
}
