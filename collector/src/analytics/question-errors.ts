import { ApiError } from '../platform/api-error.ts'

const WAIT = { retryAfter: 5 }

/** What the database says of a question that it did not answer, for the person who asked. Anything else as it is. */
export function toApiError(error: unknown): unknown {
  const code = codeOf(error)
  switch (code) {
    // Timeout, too slow.
    case '159':
    case '160':
      return new ApiError(
        503,
        'question_timeout',
        'The answer took too long. Ask for a shorter range or fewer filters, or again later.',
        WAIT,
      )
    // Memory of the question; rows, bytes or groups beyond its limit.
    case '241':
    case '158':
    case '307':
    case '396':
      return new ApiError(
        422,
        'question_too_large',
        'This question needs more than one may take. Ask for a shorter range, or for fewer figures at once.',
      )
    // Too many at once, quota of the reader.
    case '202':
    case '201':
      return new ApiError(
        503,
        'statistics_busy',
        'Too many questions are being answered. Ask again in a moment.',
        WAIT,
      )
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
    case 'EPIPE':
    case 'EAI_AGAIN':
      return new ApiError(503, 'statistics_unavailable', 'The statistics cannot be read right now.', WAIT)
    default:
      return error
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
