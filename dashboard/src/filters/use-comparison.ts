import { filterParams, useStats } from '../api/stats.ts'
import { comparisonWords, countedSince } from '../charts/counted-since.ts'
import { usualInterval } from '../charts/interval.ts'
import { dayAt } from '../time/day.ts'
import { useNow } from '../ui/use-now.ts'
import type { UsedScope } from './use-scope.ts'

export interface UsedComparison {
  /** The parameters of a report: filters and comparison. */
  query: URLSearchParams
  /** What a report is compared with; null without a comparison, and where counting began within it. */
  before: <T>(report: { compared: T | null }) => T | null
  /** The days compared with, as a file names them. */
  days: string
  /** What changes are from, or why there are none; null without a comparison. */
  words: string | null
}

/** The filters of a scope, and what its figures are compared with. */
export function useComparison({
  compare,
  period,
  filters,
}: Pick<UsedScope, 'compare' | 'period' | 'filters'>): UsedComparison {
  const now = useNow()
  // Without filters: what was not viewed by anybody was not measured.
  const measured = useStats(
    {
      metrics: ['page_views'],
      interval: usualInterval(period.days),
      ...(compare !== null && { compare }),
    },
    period,
  )
  const query = new URLSearchParams([...filterParams(filters), ...(compare ? [['compare', compare]] : [])])
  const range = measured.status === 'ready' ? measured.data.compared_range : null
  if (measured.status !== 'ready' || !range) return { query, before: () => null, days: '', words: null }
  const since = countedSince(measured.data)
  const dayOf = (ms: number) => dayAt(new Date(ms), period.timeZone)
  return {
    query,
    before: ({ compared }) => (since === null ? compared : null),
    days: `${dayOf(Date.parse(range.from))} to ${dayOf(Date.parse(range.to) - 1)}`,
    words: comparisonWords(range, since, period, now),
  }
}
