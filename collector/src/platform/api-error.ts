import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error that a client can act on. The error handler alone turns it into HTTP. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: ContentfulStatusCode
  /** Stable, snake_case. */
  readonly code: string
  readonly details: unknown
  /** Seconds; sent as `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    { details, retryAfter }: { details?: unknown; retryAfter?: number } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }
}
