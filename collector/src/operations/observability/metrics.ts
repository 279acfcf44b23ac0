import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { Observer } from '../../events/observer.ts'

export interface Metrics extends Observer {
  readonly registry: Registry
  /** Counts a log line. */
  logged(level: string): void
}

/**
 * Metrics of requests, inserts and log lines. Labels come from closed lists, never from addresses, sessions or pages:
 * they identify nobody, and the number of series is bounded.
 */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'half_measure_http_request_seconds',
    help: 'From the first byte of a request to the last of its response, by route group.',
    labelNames: ['group', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers,
  })
  const inserts = new Histogram({
    name: 'half_measure_insert_seconds',
    help: 'Attempts to insert the rows of a batch into one table. Unknown outcomes mean that ClickHouse is in trouble.',
    labelNames: ['table', 'outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
    registers,
  })
  const insertedRows = new Counter({
    name: 'half_measure_insert_rows_total',
    help: 'Rows in those attempts. Compared with stored rows, it shows how many were sent more than once.',
    labelNames: ['table', 'outcome'],
    registers,
  })
  const lines = new Counter({
    name: 'half_measure_log_lines_total',
    help: 'Log lines. An error means that data is lost or a person must act.',
    labelNames: ['level'],
    registers,
  })
  for (const level of ['warn', 'error', 'fatal']) lines.inc({ level }, 0)

  return {
    registry,
    request: ({ group, status, seconds }) =>
      requests.observe({ group, status: `${Math.floor(status / 100)}xx` }, seconds),
    insert({ table, outcome, rows, seconds }) {
      inserts.observe({ table, outcome }, seconds)
      insertedRows.inc({ table, outcome }, rows)
    },
    logged: (level) => lines.inc({ level }),
  }
}
