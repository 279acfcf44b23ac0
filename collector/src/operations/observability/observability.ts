import type { Config } from '../../config/config.ts'
import type { Context } from '../../stack/context.ts'
import { type Observer, observers } from '../../events/observer.ts'

export interface Observability {
  /** Undefined unless metrics or traces are configured. */
  readonly observer: Observer | undefined
  /** Counts a log line. */
  readonly logged: ((level: string) => void) | undefined
  /** Serves Prometheus. */
  start(context: Context): Promise<void>
  stop(): Promise<void>
}

/** Loads metrics and traces, if they are configured. */
export async function openObservability({
  metricsPort,
  traces: traceOptions,
}: Pick<Config, 'metricsPort' | 'traces'>): Promise<Observability> {
  const metrics = metricsPort === undefined ? undefined : (await import('./metrics.ts')).createMetrics()
  const traces = traceOptions && (await import('./traces.ts')).openTraces(traceOptions)
  const all = [metrics, traces].filter((observer) => observer !== undefined)
  let server: { stop(): Promise<void> } | undefined
  return {
    observer: all.length > 0 ? observers(all) : undefined,
    logged: metrics && ((level) => metrics.logged(level)),
    async start({ config, events }) {
      if (!metrics || metricsPort === undefined) return
      const { registerDeliveryMetrics } = await import('./delivery-metrics.ts')
      const { serveMetrics } = await import('./metrics-server.ts')
      registerDeliveryMetrics(metrics.registry, events, {
        maxSpoolBytes: config.spool.maxBytes,
        dataDir: config.dataDir,
      })
      server = await serveMetrics(metrics.registry, config.listen.host, metricsPort)
    },
    async stop() {
      await Promise.all([server?.stop(), traces?.stop().catch(() => {})])
    },
  }
}
