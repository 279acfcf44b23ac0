import { ApiError } from '../platform/api-error.ts'
import type { Refused } from '../platform/keyed-semaphore.ts'
import { codeOf, isUnavailable } from '../platform/unavailable.ts'

const WAIT = { retryAfter: 5 }

export function statisticsBusy(): ApiError {
  return new ApiError(503, 'statistics_busy', 'Too many queries are running. Try again in a moment.', {
    retryAfter: 2,
  })
}

/** A query that timed out in a viewer's queue was also waiting for those of other viewers. */
export function tooManyOfViewer(because: Refused): ApiError {
  if (because === 'long') return statisticsBusy()
  const message = 'Too many requests of this token or link are waiting. Send the others later.'
  return new ApiError(429, 'too_many_queries', message, WAIT)
}

/** Turns a failure of the database into an error for the client; other errors pass through. */
export function toApiError(error: unknown): unknown {
  switch (codeOf(error)) {
    // Timeout, too slow.
    case '159':
    case '160':
      return new ApiError(
        503,
        'query_timeout',
        'The query took too long. Choose a shorter range or fewer filters, or try again later.',
        WAIT,
      )
    // Memory of the query; rows, bytes or groups beyond its limit.
    case '241':
    case '158':
    case '307':
    case '396':
      return new ApiError(
        422,
        'query_too_large',
        'This query exceeds a limit. Choose a shorter range, or fewer figures at once.',
      )
    // Too many at once, quota of the reader.
    case '202':
    case '201':
      return statisticsBusy()
    default:
      return isUnavailable(error)
        ? new ApiError(503, 'statistics_unavailable', 'The statistics cannot be read right now.', WAIT)
        : error
  }
}
