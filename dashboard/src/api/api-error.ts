/** The server answered, and said no. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Stable, snake_case. */
  readonly code: string
  /** Seconds to wait, where the server said so. */
  readonly retryAfter: number | null
  /** What the code says more of, in a form of its own. */
  readonly details: unknown

  constructor(answer: {
    status: number
    code: string
    message: string
    retryAfter?: number | null
    details?: unknown
  }) {
    super(answer.message)
    this.status = answer.status
    this.code = answer.code
    this.retryAfter = answer.retryAfter ?? null
    this.details = answer.details
  }
}

/** No answer came: offline, refused, cut off or too slow. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'

  constructor(cause: unknown) {
    super('The server cannot be reached. Check the connection and try again.', { cause })
  }
}

/** An answer came that does not have the agreed shape. */
export class AnswerShapeError extends Error {
  override readonly name = 'AnswerShapeError'

  constructor(path: string, cause: unknown) {
    super(`The answer of ${path} is not what was agreed. Reload the page.`, { cause })
  }
}

/** Worth asking again without any change: no answer, or one of a proxy without its server. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof NetworkError) return true
  return error instanceof ApiError && [502, 503, 504].includes(error.status)
}

/** The question itself was refused; asking it again changes nothing. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}
