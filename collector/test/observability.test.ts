import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { aBeacon, aPageView } from '@half-measure/shared/testing/events.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CollectorProcess } from './faults/harness/collector-process.ts'
import { freePorts } from './faults/harness/free-ports.ts'
import { until } from './faults/harness/until.ts'
import { temporaryDirectory } from './postgres/temporary-directory.ts'

const SESSION = 'session_1763632800000_k3j9x2'

/** One good event, one that is refused, sent twice. */
async function sendBeacons(site: string): Promise<void> {
  const beacon = aBeacon({ session_id: SESSION, events: [aPageView(), aPageView({ page_path: 'no slash' })] })
  for (let i = 0; i < 2; i++) {
    const response = await fetch(`${site}/api/events?s=${SESSION}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(beacon),
    })
    expect(response.status).toBe(202)
  }
}

/** The metrics, once the good event is in the tables. */
function metricsOnceStored(port: number): Promise<string> {
  return until('the row is stored', async () => {
    const now = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    return now.includes('half_measure_events_stored_total{table="page_views"} 1') ? now : undefined
  })
}

describe('/metrics', () => {
  it('has its own port, agrees with the delivery report, and contains no reader data', async () => {
    const [port = 0] = await freePorts(1)
    const collector = await CollectorProcess.start(join(temporaryDirectory(), 'data'), {
      METRICS_PORT: String(port),
    })
    await sendBeacons(collector.site)
    const text = await metricsOnceStored(port)
    const lines = text.split('\n')
    for (const line of [
      'half_measure_events_accepted_total 1',
      'half_measure_events_duplicate_total 1',
      'half_measure_spool_pending_rows 0',
      'half_measure_spool_accepting 1',
      'half_measure_dead_letters 0',
      'half_measure_collectors_expired 0',
      'half_measure_erasures_open 0',
      'half_measure_insert_seconds_count{table="page_views",outcome="stored"} 1',
      'half_measure_insert_rows_total{table="page_views",outcome="stored"} 1',
      'half_measure_http_request_seconds_count{group="events",status="2xx"} 2',
      'half_measure_log_lines_total{level="error"} 0',
    ])
      expect(lines).toContain(line)
    expect(lines.some((line) => /^half_measure_events_rejected_total\{reason="\w+"\} 2$/.test(line))).toBe(
      true,
    )
    const [, seenTo] = /^half_measure_sessions_finished_timestamp_seconds (\S+)$/m.exec(text) ?? []
    expect(Date.now() / 1_000 - Number(seenTo)).toBeLessThan(120)
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
    expect(text).toMatch(/^process_resident_memory_bytes /m)
    for (const secret of [SESSION, '127.0.0.1', '/articles']) expect(text).not.toContain(secret)

    expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(404)
    for (const readers of [collector.site, collector.dashboard])
      expect(await (await fetch(`${readers}/metrics`)).text()).not.toContain('half_measure_events')
  })
})

describe('traces', () => {
  it('go to the configured endpoint, name the caller’s trace, and contain no reader data', async () => {
    const bodies: string[] = []
    const receiver = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (text: string) => (body += text))
      request.on('end', () => {
        bodies.push(`${request.url} ${body}`)
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
      })
    })
    await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void receiver.close())

    const [port = 0] = await freePorts(1)
    const collector = await CollectorProcess.start(join(temporaryDirectory(), 'data'), {
      METRICS_PORT: String(port),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
      OTEL_TRACES_SAMPLER_ARG: '1',
    })
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    await fetch(`${collector.site}/api/health`, {
      headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    }).then((response) => response.text())
    await sendBeacons(collector.site)
    await metricsOnceStored(port)
    await collector.stop()

    const sent = bodies.join('\n')
    expect(sent).toContain('/v1/traces')
    for (const part of ['GET health', 'POST events', 'insert page_views', traceId, 'half-measure-collector'])
      expect(sent).toContain(part)
    for (const secret of [SESSION, '127.0.0.1', '/articles']) expect(sent).not.toContain(secret)
  })
})
