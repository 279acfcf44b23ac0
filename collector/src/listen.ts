import { createServer, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { AppEnv } from './http/app-env.ts'
import { refuseAddress, refuseBytes } from './http/unreadable-request.ts'
import { observeRequest } from './observability/observe-requests.ts'
import type { Observer } from './observability/observer.ts'

export interface Listener {
  readonly port: number
  /** Takes no new connections and waits for the requests under way, for 2 s at most. */
  stop(): Promise<void>
}

class PortTakenError extends Error {
  override name = 'PortTakenError'
  readonly code = 'port_taken'
}

const OPTIONS = {
  // Slow or idle senders are let go: headers within 10 s, a whole request within 15 s.

  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
  // `refuseAddress` says it better.
  requireHostHeader: false,
}

/**
 * @param observer is told of each answer.
 * @throws with what to do if the port is taken.
 */
export async function listen(
  app: Hono<AppEnv>,
  host: string,
  port: number,
  observer?: Observer,
): Promise<Listener> {
  const listener = getRequestListener(app.fetch, { errorHandler: refuseAddress })
  const lastAnswers = new WeakMap<object, ServerResponse>()
  const server = createServer(OPTIONS, (request, response) => {
    lastAnswers.set(request.socket, response)
    if (observer) observeRequest(observer, request, response)
    void listener(request, response)
  })
  server.on('clientError', (error, socket) => refuseBytes(error, socket, lastAnswers.get(socket)))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: () => stop(server),
  }
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => server.closeAllConnections(), 2_000)
    server.close(() => {
      clearTimeout(giveUp)
      resolve()
    })
    server.closeIdleConnections()
  })
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code !== 'EADDRINUSE') return error
  return new PortTakenError(
    `Port ${port} on ${host} is taken by another program. Stop it, or set PORT or DASHBOARD_PORT to a free one.`,
    { cause: error },
  )
}
