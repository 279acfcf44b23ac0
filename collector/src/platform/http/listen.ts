import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Hono } from 'hono'
import { type ConnectionLimits, limitConnections } from './connection-limits.ts'
import { errorBody } from './error-handler.ts'

export interface Listener {
  readonly port: number
  /** As `stopServer` does. */
  stop(): Promise<void>
}

class PortError extends Error {
  override name = 'PortError'
  readonly code = 'port_unavailable'
}

/** Slow clients are disconnected. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  /** For a whole request. */
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
  /** Without a byte read or written. The live view's heartbeats are more frequent. */
  idleTimeout: 120_000,
}

/** Handles Node's own request, or returns false to leave it to the application. */
export type DirectHandler = (request: IncomingMessage, response: ServerResponse) => boolean

export interface Handlers {
  readonly app: Pick<Hono, 'fetch'>
  /** Called first for each request. */
  readonly direct?: DirectHandler
  /** Called at the start of each request. */
  readonly observe?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  /** By default none. */
  readonly connections?: ConnectionLimits | undefined
}

/** @throws {PortError} */
export async function listen(
  { app, direct, observe, connections }: Handlers,
  host: string,
  port: number,
  { idleTimeout, ...timeouts }: typeof TIMEOUTS = TIMEOUTS,
): Promise<Listener> {
  const listener = getRequestListener(app.fetch, { errorHandler: refuseRequest })
  const lastResponses = new WeakMap<object, ServerResponse>()
  const takeTurn = turnsByConnection()
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    observe?.(request, response)
    if (admits && !admits(request, response)) return
    if (direct?.(request, response)) return
    if (request.method === 'GET' || request.method === 'HEAD') void listener(request, response)
    else void isReset(request).then((reset) => (reset ? undefined : listener(request, response)))
  }
  // `refuseRequest` responds in the API's error format.
  const server = createServer({ ...timeouts, requireHostHeader: false }, (request, response) => {
    const last = lastResponses.get(request.socket)
    lastResponses.set(request.socket, response)
    // Node gives the connection to one response after the other.
    if (response.socket || !last) handle(request, response)
    else takeTurn(request, response, last, handle)
  })
  server.setTimeout(idleTimeout)
  const admits = connections && limitConnections(server, connections)
  server.on('clientError', (error, socket) => refuseBytes(error, socket, lastResponses.get(socket)))
  await listenOn(server, host, port, 'PORT or DASHBOARD_PORT')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: () => stopServer(server),
  }
}

/** Requests of one connection that may wait for their turn. No browser or proxy sends any before it has a response. */
const MAX_WAITING = 8

/**
 * Starts the requests of a connection one after the other, so that the limit on connections also bounds work. A client
 * could otherwise start thousands by sending them at once and reading nothing. A connection with more of them waiting
 * is closed; then those that wait are dropped.
 */
function turnsByConnection() {
  const waiting = new WeakMap<object, number>()
  return (
    request: IncomingMessage,
    response: ServerResponse,
    last: ServerResponse,
    handle: (request: IncomingMessage, response: ServerResponse) => void,
  ): void => {
    const { socket } = request
    const before = waiting.get(socket) ?? 0
    if (before >= MAX_WAITING) {
      socket.destroy()
      return
    }
    waiting.set(socket, before + 1)
    last.once('close', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
      if (response.socket) handle(request, response)
    })
  }
}

/**
 * Whether a request's connection has been reset since. Browsers then repeat the request on another one, and its work
 * would be done twice. A reset is read from the socket after the request, in the next turn of the event loop.
 */
async function isReset({ socket }: IncomingMessage): Promise<boolean> {
  await nextTurn()
  await nextTurn()
  return socket.destroyed
}

/** Accepts no new connections and waits for running requests, for 2 s at most. */
export function stopServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => server.closeAllConnections(), 2_000)
    server.close(() => {
      clearTimeout(giveUp)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/**
 * @param variable names the port.
 * @throws {PortError}
 */
export async function listenOn(server: Server, host: string, port: number, variable: string): Promise<void> {
  await once(server.listen(port, host), 'listening').catch((cause: NodeJS.ErrnoException) => {
    const problem =
      cause.code === 'EADDRINUSE'
        ? `is taken by another program. Stop it, or set ${variable} to a free one.`
        : `cannot be opened (${cause.code}). Set ${variable} to a port above 1023, and HOST to an address of this machine.`
    throw new PortError(`Port ${port} on ${host} ${problem}`, { cause })
  })
}

const INVALID_REQUEST = {
  status: '400 Bad Request',
  code: 'invalid_request',
  message: 'This is not a valid HTTP request.',
}

/** By the error codes of Node's parser. */
const REFUSALS: Readonly<Record<string, typeof INVALID_REQUEST>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'headers_too_large',
    message: 'The address and the headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'request_timeout',
    message: 'The request took too long to arrive.',
  },
}

/**
 * Responds in the API's error format to bytes that are not HTTP, and closes the connection. No handler sees them.
 *
 * @param last the previous response on this connection. Neither it nor one that it waits for must be interrupted.
 */
function refuseBytes(
  { code = '' }: NodeJS.ErrnoException,
  socket: Duplex,
  last: ServerResponse | undefined,
): void {
  const isUnderWay = last && !last.writableFinished && (last.headersSent || !last.socket)
  if (code === 'ECONNRESET' || !socket.writable || isUnderWay) {
    socket.destroy()
    return
  }
  const { status, ...error } = REFUSALS[code] ?? INVALID_REQUEST
  const body = JSON.stringify(errorBody(error.code, error.message))
  const headers = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
  socket.end([`HTTP/1.1 ${status}`, ...headers, 'Connection: close', '', body].join('\r\n'))
}

/** Responds to a request with an invalid host or target. Handlers deal with all other errors. */
function refuseRequest(error: unknown): Response {
  return error instanceof RequestError
    ? Response.json(errorBody(INVALID_REQUEST.code, INVALID_REQUEST.message), { status: 400 })
    : Response.json(errorBody('internal_error', 'Something went wrong on our side.'), { status: 500 })
}
