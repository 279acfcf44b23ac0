import { wasCounted } from '@half-measure/shared/stats/counted-since.ts'
import type { Provenance, StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { countOf } from '@half-measure/shared/format-figures.ts'
import { DAY_MS, HOUR_MS } from '@half-measure/shared/durations.ts'
import { formatLongDay } from '../format/time.ts'
import type { Bounds, Period } from '../time/period.ts'
import { daysText } from './series.ts'

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

/** The time up to which a result counts: figures may be late, and those of share links end with the last whole hour. */
export function countedUntil({ as_of }: Provenance, now: Date): Date {
  return new Date(Math.min(now.getTime(), Date.parse(as_of)))
}

/**
 * What changes are measured against, or why there are none.
 *
 * @param until the time up to which the period is counted.
 */
export function comparisonText(
  range: Bounds,
  since: Date | null,
  { bounds }: Pick<Period, 'bounds'>,
  until: Date,
): string {
  const days = daysText(range)
  if (since === null) return [`Compared with ${days}.`, ...lengthText(range, bounds(until), until)].join(' ')
  if (since.getTime() >= Date.parse(range.to))
    return `Nothing was counted from ${days}, so nothing is compared.`
  return `There are no events before ${formatLongDay(since)}, so there is no full comparison with ${days}.`
}

/** The clocks may go forward in one range and back in the other. */
const CLOCK_CHANGES_MS = 2 * HOUR_MS

/** Ranges may differ in length, which alone makes counts differ. */
function lengthText(range: Bounds, given: Bounds, until: Date): string[] {
  const lengthOf = ({ from, to }: Bounds) =>
    Math.max(Math.min(Date.parse(to), until.getTime()) - Date.parse(from), 0)
  const [compared, own] = [lengthOf(range), lengthOf(given)]
  if (Math.abs(compared - own) <= CLOCK_CHANGES_MS) return []
  const inDays = [compared, own].map((ms) => Math.round(ms / DAY_MS))
  const isByHours = inDays[0] === inDays[1] || inDays.includes(0)
  const [unitMs, unit] = isByHours ? [HOUR_MS, 'hour'] : [DAY_MS, 'day']
  const [theirs, its] = [compared, own].map((ms) => countOf(Math.round(ms / unitMs), unit))
  return [`They are ${theirs}, the period is ${its}: compare rates, not counts.`]
}
