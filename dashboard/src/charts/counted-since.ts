import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { formatLongDay } from '../format/time.ts'
import { comparedDays } from './series.ts'

/** A shorter time without a page view is a quiet one. */
const GAP_MS = 2 * 86_400_000

type Compared = Pick<StatsResult, 'rows' | 'totals' | 'compared_range'>

/**
 * When counting began within the range compared with, its end where nothing was counted in it. Null where counting had
 * begun before, or nothing is compared.
 *
 * @param result page views by bucket, compared and without filters: nothing for days means that nothing was measured.
 */
export function countedSince({ rows, compared_range }: Compared): Date | null {
  if (!compared_range) return null
  const first = rows.find(({ compared }) => (compared?.page_views ?? 0) > 0)?.compared_key
  const since = new Date(first ?? compared_range.to)
  return since.getTime() - Date.parse(compared_range.from) < GAP_MS ? null : since
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
