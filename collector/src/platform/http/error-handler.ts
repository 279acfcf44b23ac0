import type { ApiErrorBody } from '@half-measure/shared/api-error.ts'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { ApiError } from '../api-error.ts'
import type { Logger } from '../logger.ts'
import { isUnavailable } from '../unavailable.ts'

const DATABASE_RETRY_SECONDS = 5

/**
 * The one place where an error becomes a response. Unexpected errors are logged with their stack; clients never see it.
 *
 * @param translate turns a domain's own error into the one that clients get; undefined for errors it does not know.
 */
export function errorHandler(
  log: Logger,
  translate: (error: Error) => ApiError | undefined = () => undefined,
): (error: Error, c: Context) => Response {
  return (thrown, c) => {
    const error = translate(thrown) ?? thrown
    if (error instanceof ApiError) {
      // The rest of a body that was too large would be read as the next request.
      if (error.status === 413) c.header('Connection', 'close')
      if (error.retryAfter !== undefined) c.header('Retry-After', String(error.retryAfter))
      return c.json(errorBody(error.code, error.message, error.details), error.status)
    }
    if (error instanceof HTTPException) {
      return c.json(errorBody('http_error', error.message || 'The request was refused.'), error.status)
    }
    const request = { path: c.req.path, method: c.req.method }
    if (c.req.raw.signal.aborted) {
      // Phones go into tunnels: there is nobody to respond to, and nothing to do.
      log.debug(request, 'the client disconnected')
      return c.json(errorBody('request_aborted', 'The client disconnected.'), 400)
    }
    if (isUnavailable(error)) {
      // A refusal would end sessions and forms for good; this makes clients try again.
      log.warn({ err: error, ...request }, 'the database is unavailable')
      c.header('Retry-After', String(DATABASE_RETRY_SECONDS))
      return c.json(
        errorBody('database_unavailable', 'The database is unavailable at the moment. Please try again.'),
        503,
      )
    }
    log.error({ err: error, ...request }, 'request failed')
    return c.json(errorBody('internal_error', 'Something went wrong on our side. Please try again.'), 500)
  }
}

/** The shape of every error. */
export function errorBody(code: string, message: string, details?: unknown): ApiErrorBody {
  return { error: { code, message, ...(details === undefined ? {} : { details }) } }
}
