import type { ApiErrorBody } from '@half-measure/shared/api-error.ts'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { ApiError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { isUnavailable } from '../is-unavailable.ts'
import { SpoolError } from '../spool/spool-error.ts'

const SPOOL_REFUSES = 'Events cannot be kept right now. Send the same ones again later.'
const SPOOL_RETRY_SECONDS = 10
const DATABASE_UNAVAILABLE = 'The database is away at this moment. Please try again.'
const DATABASE_RETRY_SECONDS = 5

/** The one place where an error becomes an answer. What nobody foresaw is logged with its stack and told without. */
export function errorHandler(log: Logger) {
  return (error: Error, c: Context): Response => {
    // What is left of a body that was too large would be taken for the next request.
    if (error instanceof ApiError && error.status === 413) c.header('Connection', 'close')
    if (error instanceof SpoolError) {
      c.header('Retry-After', String(SPOOL_RETRY_SECONDS))
      return c.json(errorBody('spool_full', SPOOL_REFUSES, { cause: error.code }), 503)
    }
    if (error instanceof ApiError) {
      if (error.retryAfter !== undefined) c.header('Retry-After', String(error.retryAfter))
      return c.json(errorBody(error.code, error.message, error.details), error.status)
    }
    if (error instanceof HTTPException) {
      return c.json(
        errorBody('http_error', error.message || 'The request could not be served.'),
        error.status,
      )
    }
    if (c.req.raw.signal.aborted) {
      // Phones go into tunnels: nobody is there to answer, and nobody has to act.
      log.debug({ path: c.req.path, method: c.req.method }, 'the client went away')
      return c.json(errorBody('request_aborted', 'The request broke off.'), 400)
    }
    if (isUnavailable(error)) {
      // A refusal would end sessions and forms for good; this tells them to come back.
      log.warn({ err: error, path: c.req.path, method: c.req.method }, 'the database is away')
      c.header('Retry-After', String(DATABASE_RETRY_SECONDS))
      return c.json(errorBody('database_away', DATABASE_UNAVAILABLE), 503)
    }
    log.error({ err: error, path: c.req.path, method: c.req.method }, 'request failed')
    return c.json(errorBody('internal_error', 'Something went wrong on our side. Please try again.'), 500)
  }
}

/** The one shape of every error. */
export function errorBody(code: string, message: string, details?: unknown): ApiErrorBody {
  return { error: { code, message, ...(details === undefined ? {} : { details }) } }
}
