import type { Answer } from '../ui/answer.ts'
import { describeFailure } from './describe-failure.ts'

/** What a query knows, whatever kind of query it is. */
interface Asked<T> {
  data: T | undefined
  error: Error | null
  isPending: boolean
  isFetching: boolean
  isError: boolean
  isPlaceholderData: boolean
  failureCount: number
  dataUpdatedAt: number
  refetch: () => Promise<unknown>
}

/** A query in the words of a panel. */
export function answerOf<T>(query: Asked<T>): Answer<T> {
  if (query.isPending) return { status: 'loading', retrying: query.failureCount > 0 }
  const failure = {
    reason: describeFailure(query.error),
    retry: () => void query.refetch(),
    retrying: query.isFetching,
  }
  if (query.data === undefined) return { status: 'failed', ...failure }
  const stale = query.isError ? { ...failure, since: new Date(query.dataUpdatedAt) } : null
  return { status: 'ready', data: query.data, passing: query.isPlaceholderData, stale }
}
