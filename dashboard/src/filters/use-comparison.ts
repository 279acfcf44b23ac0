import { filterParams, useStats } from '../api/stats.ts'
import { comparisonText, countedSince } from '../charts/counted-since.ts'
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
  const measured = useStats({ metrics: ['page_views'], ...(compare !== null && { compare }) }, period)
  const query = new URLSearchParams([...filterParams(filters), ...(compare ? [['compare', compare]] : [])])
  const range = measured.status === 'ready' ? measured.data.compared_range : null
  if (measured.status !== 'ready' || !range) return { query, before: () => null, days: '', words: null }
  const since = countedSince(measured.data)
  const dayOf = (ms: number) => dayAt(new Date(ms), period.timeZone)
  return {
    query,
    before: ({ compared }) => (since === null ? compared : null),
    days: `${dayOf(Date.parse(range.from))} to ${dayOf(Date.parse(range.to) - 1)}`,
    words: comparisonText(range, since, period, now),
  }
}
