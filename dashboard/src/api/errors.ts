/** The server responded with an error. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Stable, snake_case. */
  readonly code: string
  /** Seconds to wait, if the server said so. */
  readonly retryAfter: number | null
  /** Depends on the code. */
  readonly details: unknown

  constructor(response: {
    status: number
    code: string
    message: string
    retryAfter?: number | null
    details?: unknown
  }) {
    super(response.message)
    this.status = response.status
    this.code = response.code
    this.retryAfter = response.retryAfter ?? null
    this.details = response.details
  }
}

/** No response: offline, refused, cut off or too slow. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'

  constructor(cause: unknown) {
    super('The server cannot be reached. Check the connection and try again.', { cause })
  }
}

/** The response does not match its schema. */
export class ResponseShapeError extends Error {
  override readonly name = 'ResponseShapeError'

  constructor(path: string, cause: unknown) {
    super(`Unexpected response from ${path}. Reload the page.`, { cause })
  }
}

/** The browser or the authenticator did not use a passkey. The message is for the screen. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
}

/** Whether to retry unchanged: no response, or one from a proxy without its server. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof NetworkError) return true
  return error instanceof ApiError && [502, 503, 504].includes(error.status)
}

/** The request itself was refused; repeating it changes nothing. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Why a query failed, in a sentence for the screen. */
export function describeQueryError(error: unknown): string {
  if (error instanceof NetworkError) return 'The server cannot be reached.'
  if (error instanceof ResponseShapeError) return 'Unexpected response from the server. Reload the page.'
  if (error instanceof PasskeyError) return error.message
  if (!(error instanceof ApiError)) return 'Something went wrong on this page. Reload it.'
  if (error.status === 401 || error.code === 'session_missing')
    return 'Your session has ended. Sign in again.'
  if (error.status === 403) return 'This account has no access to these figures.'
  if (isMissing(error)) return error.message
  if (error.status === 429) return tooMany(error.retryAfter)
  // The server's own 503 has a readable reason; a proxy's does not.
  if (error.status === 503 && !error.code.startsWith('http_')) return error.message
  if (error.status >= 500)
    return `The server failed (status ${error.status}). Try again; if it fails again, see the collector’s log.`
  return `The server refused the request: ${error.message}`
}

/** Like `describeQueryError`, for a change: the server's own message is meant for the user. */
export function describeMutationError(error: unknown): string {
  if (error instanceof ApiError && [400, 403, 404, 409, 422, 429].includes(error.status)) return error.message
  return describeQueryError(error)
}

function tooMany(retryAfter: number | null): string {
  const wait = retryAfter === null ? 'Wait a moment' : `Wait ${retryAfter} seconds`
  return `Too many requests. ${wait}.`
}
