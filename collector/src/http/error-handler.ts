import type { ApiErrorBody } from '@half-measure/shared/api-error.ts'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { ApiError } from '../errors.ts'
import type { Logger } from '../logger.ts'

/** The one place where an error becomes an answer. What nobody foresaw is logged with its stack and told without. */
export function errorHandler(log: Logger) {
  return (error: Error, c: Context): Response => {
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
    log.error({ err: error, path: c.req.path, method: c.req.method }, 'request failed')
    return c.json(errorBody('internal_error', 'Something went wrong on our side. Please try again.'), 500)
  }
}

export function errorBody(code: string, message: string, details?: unknown): ApiErrorBody {
  return { error: { code, message, ...(details === undefined ? {} : { details }) } }
}
