import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { formatLongDay } from '../format/time.ts'
import { comparedDays } from './series.ts'

/** A first day without a reader was counted all the same. */
const QUIET_MS = 86_400_000

type Compared = Pick<StatsResult, 'rows' | 'totals' | 'compared_range' | 'counted_since'>

/**
 * When counting began within the range compared with, its end where nothing was counted in it. Null where counting had
 * begun before, or nothing is compared.
 */
export function countedSince({
  counted_since,
  compared_range,
}: Pick<Compared, 'compared_range' | 'counted_since'>): Date | null {
  if (!compared_range) return null
  const to = Date.parse(compared_range.to)
  const since = Math.min(counted_since === null ? to : Date.parse(counted_since), to)
  return since - Date.parse(compared_range.from) < QUIET_MS ? null : new Date(since)
}

/** A result that compares with nothing from before `since`, in total not at all: it would be compared with a part. */
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

/** What changes are from, or why there are none. */
export function comparisonWords(range: NonNullable<Compared['compared_range']>, since: Date | null): string {
  const days = comparedDays(range)
  if (since === null) return `Changes are from ${days}.`
  if (since.getTime() >= Date.parse(range.to))
    return `Nothing was counted from ${days}, so nothing is compared.`
  return `Measured since ${formatLongDay(since)}, so there is too little to compare with from ${days}.`
}
