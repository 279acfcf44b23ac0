import {
  type Attributes,
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from '../../config/config.ts'
import type { Observer } from '../../events/observer.ts'

type TraceOptions = NonNullable<Config['traces']>

export interface Traces extends Observer {
  /** Sends the remaining spans. */
  stop(): Promise<void>
}

/**
 * A span for each completed request and each attempt to insert, written when it is over. Loaded only where an endpoint
 * is configured. Spans carry what `Observer` carries: nothing of a reader.
 *
 * Each begins a trace of its own: anybody can send a `traceparent`, and by its flag or its id choose what is sampled.
 */
export function openTraces({ endpoint, ratio, serviceName }: TraceOptions, exporter?: SpanExporter): Traces {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: exporter ?? new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
      }),
    ],
  })
  const tracer = provider.getTracer('half-measure')

  return {
    request({ group, method, status, startedAt, seconds, traceparent }) {
      span(`${method} ${group}`, SpanKind.SERVER, {
        startedAt,
        seconds,
        failed: status >= 500,
        links: linksTo(traceparent),
        attributes: {
          'http.request.method': method,
          'http.response.status_code': status,
          'http.route': group,
        },
      })
    },
    insert({ table, rows, startedAt, seconds, outcome }) {
      span(`insert ${table}`, SpanKind.CLIENT, {
        startedAt,
        seconds,
        failed: outcome !== 'stored',
        links: [],
        attributes: {
          'db.system.name': 'clickhouse',
          'db.collection.name': table,
          'db.operation.batch.size': rows,
          'half_measure.outcome': outcome,
        },
      })
    },
    stop: () => provider.shutdown(),
  }

  function span(
    name: string,
    kind: SpanKind,
    over: {
      startedAt: number
      seconds: number
      failed: boolean
      links: Link[]
      attributes: Attributes
    },
  ): void {
    const { startedAt, seconds, failed, links, attributes } = over
    const started = tracer.startSpan(name, { kind, attributes, links, startTime: startedAt }, ROOT_CONTEXT)
    if (failed) started.setStatus({ code: SpanStatusCode.ERROR })
    started.end(startedAt + seconds * 1_000)
  }
}

/** A link to the span that a `traceparent` of W3C Trace Context names; none where it names none. */
function linksTo(traceparent: string | undefined): Link[] {
  const [, traceId = '', spanId = ''] =
    /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(traceparent ?? '') ?? []
  const context = { traceId, spanId, traceFlags: TraceFlags.NONE, isRemote: true }
  return isSpanContextValid(context) ? [{ context }] : []
}
