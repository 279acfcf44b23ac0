import { useStats } from '../api/stats.ts'
import { comparisonWords, countedSince } from '../charts/counted-since.ts'
import { usualInterval } from '../charts/interval.ts'
import { useNow } from '../ui/use-now.ts'
import type { UsedScope } from './use-scope.ts'

interface UsedComparison {
  /** The parameter of reports; empty without a comparison. */
  query: [name: string, value: string][]
  /** Whether changes can be shown: not against a range in which counting began. */
  isShown: boolean
  /** What changes are from, or why there are none; null without a comparison. */
  words: string | null
}

/** What the figures of a report are compared with. */
export function useComparison({ compare, period }: Pick<UsedScope, 'compare' | 'period'>): UsedComparison {
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
  const query: UsedComparison['query'] = compare === null ? [] : [['compare', compare]]
  if (measured.status !== 'ready' || !measured.data.compared_range)
    return { query, isShown: false, words: null }
  const since = countedSince(measured.data)
  const words = comparisonWords(measured.data.compared_range, since, period, now)
  return { query, isShown: since === null, words }
}
