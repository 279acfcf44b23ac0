import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestError } from '@hono/node-server'
import { errorBody } from './error-handler.ts'

const NO_REQUEST = {
  status: '400 Bad Request',
  code: 'invalid_request',
  message: 'This is no request that can be read.',
}

/** By the parser's names for what was wrong. */
const REFUSALS: Readonly<Record<string, typeof NO_REQUEST>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'headers_too_large',
    message: 'The address and the headers are larger than anything that is needed here.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'request_timeout',
    message: 'The request took too long to arrive.',
  },
}

/**
 * Answers bytes that are no request, in the API's shape: no handler ever sees them. The connection ends.
 *
 * @param last answer on this connection; while one is under way, another would run into it.
 */
export function refuseBytes(
  { code = '' }: NodeJS.ErrnoException,
  socket: Duplex,
  last: ServerResponse | undefined,
): void {
  const isAnswering = last?.headersSent === true && !last.writableFinished
  if (code === 'ECONNRESET' || !socket.writable || isAnswering) {
    socket.destroy()
    return
  }
  const { status, ...error } = REFUSALS[code] ?? NO_REQUEST
  const body = JSON.stringify(errorBody(error.code, error.message))
  const headers = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
  socket.end([`HTTP/1.1 ${status}`, ...headers, 'Connection: close', '', body].join('\r\n'))
}

/** Answers a request that has no usable address: its host or its target is none. Nothing else gets past the handlers. */
export function refuseAddress(error: unknown): Response {
  return error instanceof RequestError
    ? Response.json(errorBody(NO_REQUEST.code, NO_REQUEST.message), { status: 400 })
    : Response.json(errorBody('internal_error', 'Something went wrong on our side.'), { status: 500 })
}
