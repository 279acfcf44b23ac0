import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import type { Config } from '../../config/config.ts'
import type { Context } from '../../stack/context.ts'
import { type Observer, observers, routeGroupOf } from '../../events/observer.ts'
import { listenOn } from '../../platform/http/listen.ts'

/** Loads metrics and traces, if they are configured. */
export async function openObservability({
  metricsPort,
  traces: traceOptions,
}: Pick<Config, 'metricsPort' | 'traces'>) {
  const metrics = metricsPort === undefined ? undefined : (await import('./metrics.ts')).createMetrics()
  const traces = traceOptions && (await import('./traces.ts')).openTraces(traceOptions)
  const all = [metrics, traces].filter((observer) => observer !== undefined)
  let stopServer: (() => Promise<void>) | undefined
  return {
    /** Undefined unless metrics or traces are configured. */
    observer: all.length > 0 ? observers(all) : undefined,
    /** Counts a log line. */
    logged: metrics && ((level: string) => metrics.logged(level)),
    /** Serves Prometheus. */
    async start({ config, events }: Context) {
      if (!metrics || metricsPort === undefined) return
      const { registerDeliveryMetrics } = await import('./delivery-metrics.ts')
      registerDeliveryMetrics(metrics.registry, events, {
        maxSpoolBytes: config.spool.maxBytes,
        dataDir: config.dataDir,
      })
      stopServer = await serveMetrics(metrics.registry, config.listen.host, metricsPort)
    },
    async stop() {
      await Promise.all([stopServer?.(), traces?.stop().catch(() => {})])
    },
  }
}

/** Prometheus text at `/metrics`, on its own port, so that the network can restrict access. @returns stops it. */
async function serveMetrics(registry: Registry, host: string, port: number): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    response.setHeader('X-Content-Type-Options', 'nosniff')
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await listenOn(server, host, port, 'METRICS_PORT')
  return async () => {
    server.closeAllConnections()
    await server[Symbol.asyncDispose]()
  }
}

/** Reports a request to the observer once its response is sent or cut off. */
export function observeRequest(observer: Observer, request: IncomingMessage, response: ServerResponse): void {
  const group = routeGroupOf(request.url ?? '')
  if (group === 'live') return
  const startedAt = Date.now()
  const started = performance.now()
  const { method = 'GET' } = request
  const { traceparent } = request.headers
  response.once('close', () =>
    observer.request({
      group,
      method,
      status: response.statusCode,
      startedAt,
      seconds: (performance.now() - started) / 1_000,
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    }),
  )
}
