import { daysInFile } from '@half-measure/shared/stats/times-in-file.ts'
import { filterParams, useStats } from '../api/stats.ts'
import { comparisonText, countedSince, countedUntil } from '../charts/counted-since.ts'
import { useNow } from '../ui/use-now.ts'
import type { UsedScope } from './use-scope.ts'

export interface UsedComparison {
  /** The parameters of a report: filters and comparison. */
  query: URLSearchParams
  /** The compared report; null without a comparison, or if counting began within its range. */
  before: <T>(report: { compared: T | null }) => T | null
  /** The compared days, as a file names them. */
  days: string
  /** What changes are measured against, or why there are none; null without a comparison. */
  words: string | null
}

/** The filters and the comparison of a scope. */
export function useComparison({
  compare,
  period,
  filters,
}: Pick<UsedScope, 'compare' | 'period' | 'filters'>): UsedComparison {
  const now = useNow()
  const measured = useStats({ metrics: ['page_views'], ...(compare !== null && { compare }) }, period)
  const query = new URLSearchParams([...filterParams(filters), ...(compare ? [['compare', compare]] : [])])
  const range = measured.status === 'ready' ? measured.data.compared_range : null
  if (measured.status !== 'ready' || !range) return { query, before: () => null, days: '', words: null }
  const since = countedSince(measured.data)
  return {
    query,
    before: ({ compared }) => (since === null ? compared : null),
    days: daysInFile(range, period.timeZone),
    words: comparisonText(range, since, period, countedUntil(measured.data.provenance, now)),
  }
}
