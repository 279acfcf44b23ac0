import type { ApiErrorBody } from '@half-measure/shared/api-error.ts'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ApiError } from '../api-error.ts'
import type { Logger } from '../logger.ts'
import { isUnavailable } from '../unavailable.ts'

const DATABASE_RETRY_SECONDS = 5

/** A response to an error, whether Hono or Node sends it. */
interface ErrorResponse {
  readonly status: ContentfulStatusCode
  readonly headers: Readonly<Record<string, string>>
  readonly body: ApiErrorBody
}

/** The request that failed, for the log. */
interface FailedRequest {
  readonly method: string
  readonly path: string
  readonly isAborted: boolean
}

/** Translates a domain's error for clients; undefined for unknown errors. */
export type TranslateError = (error: Error) => ApiError | undefined

/** Turns what a handler throws into Hono's response. */
export function errorHandler(
  log: Logger,
  translate?: TranslateError,
): (error: Error, c: Context) => Response {
  return (error, c) => {
    const { method, path, raw } = c.req
    const failed = { method, path, isAborted: raw.signal.aborted }
    const { status, headers, body } = errorResponse(error, failed, log, translate)
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    return c.json(body, status)
  }
}

/**
 * The one place where an error becomes a response. Unexpected errors are logged with their stack; clients never see it.
 */
export function errorResponse(
  thrown: Error,
  { isAborted, ...request }: FailedRequest,
  log: Logger,
  translate: TranslateError = () => undefined,
): ErrorResponse {
  const error = translate(thrown) ?? thrown
  if (error instanceof ApiError) {
    const { status, code, message, details, retryAfter } = error
    const headers = {
      'Cache-Control': 'no-store',
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      // Otherwise the rest of the body would be read as the next request.
      ...(status === 413 && { Connection: 'close' }),
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    }
    return { status, headers, body: errorBody(code, message, details) }
  }
  if (error instanceof HTTPException) {
    const body = errorBody('http_error', error.message || 'The request was refused.')
    return { status: error.status, headers: {}, body }
  }
  if (isAborted) {
    // The client has gone (phones go into tunnels), so this is never sent.
    log.debug(request, 'the client disconnected')
    return { status: 400, headers: {}, body: errorBody('request_aborted', 'The client disconnected.') }
  }
  if (isUnavailable(error)) {
    // Makes clients try again, where a refusal would end sessions and forms.
    log.warn({ err: error, ...request }, 'the database is unavailable')
    return {
      status: 503,
      headers: { 'Retry-After': String(DATABASE_RETRY_SECONDS) },
      body: errorBody('database_unavailable', 'The database is unavailable at the moment. Please try again.'),
    }
  }
  log.error({ err: error, ...request }, 'request failed')
  const body = errorBody('internal_error', 'Something went wrong on our side. Please try again.')
  return { status: 500, headers: {}, body }
}

/** The shape of every error. */
export function errorBody(code: string, message: string, details?: unknown): ApiErrorBody {
  return { error: { code, message, ...(details === undefined ? {} : { details }) } }
}
