import { useQuery, type QueryState } from '@tanstack/react-query'
import type { Answer } from '../ui/answer.ts'
import { answerOf } from './answer-of.ts'
import { useApi } from './api.ts'
import { periodParams, type Period } from '../filters/period.ts'
import type { StatsQuestion } from './stats-questions.ts'

const POLL_MS = 5_000
/** What was acknowledged just before a page was loaded may appear up to 2 s later; a second look finds it. */
const SECOND_LOOK_MS = 1_500
/** Between polls of a server that does not answer. */
const POLL_FAILED_MS = 15_000
/** A return to the window asks again when the answer is older than this. */
const FRESH_MS = { live: 1_000, closed: 30_000 }

/** Asks a question about a period, and goes on asking while the period ends now and the page is visible. */
export function useStats<T>(question: StatsQuestion<T>, period: Period): Answer<T> {
  const api = useApi()
  const query = useQuery({
    queryKey: ['stats', question.name, question.params, period.key],
    queryFn: ({ signal }) => api.get(addressOf(question, period, new Date()), question.schema, signal),
    staleTime: period.endsNow ? FRESH_MS.live : FRESH_MS.closed,
    refetchInterval: (query) => (period.endsNow ? pollAfter(query.state) : false),
  })
  return answerOf(query)
}

/** Path and query of a question. */
export function addressOf<T>(question: StatsQuestion<T>, period: Period, now: Date): string {
  const params = periodParams(period, now)
  for (const [name, value] of Object.entries(question.params)) params.set(name, value)
  return `/api/stats/${question.name}?${params}`
}

/** Milliseconds until a period that ends now is asked about again. */
export function pollAfter(state: Pick<QueryState, 'status' | 'dataUpdateCount'>): number {
  if (state.status === 'error') return POLL_FAILED_MS
  return state.dataUpdateCount < 2 ? SECOND_LOOK_MS : POLL_MS
}
