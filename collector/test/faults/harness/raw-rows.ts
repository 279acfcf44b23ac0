import { randomUUID } from 'node:crypto'
import type { ImportedRows } from '../../../src/reconciliation/import-rows.ts'
import { importerOf } from '../../../src/reconciliation/delivery-report.ts'
import { dateTime64 } from '../../../src/events/date-time64.ts'

/** The text of a page view as the spool keeps it, its batch and its collector left out. Overrides may be nonsense. */
export function rawPageView(overrides: Record<string, unknown> = {}): string {
  const now = dateTime64(Date.now())
  return JSON.stringify({
    event_id: randomUUID(),
    received_at: now,
    collector_id: '',
    session_id: 'session_1763632800000_k3j9x2',
    consent_version: '2026-11',
    is_bot: 0,
    browser: 'Chrome',
    os: 'Windows',
    device: 'desktop',
    country: '',
    created_at: now,
    page_path: '/articles/pine-beer',
    page_title: '',
    referrer: '',
    referrer_host: '',
    source: '',
    channel: 'direct',
    utm_source: '',
    utm_medium: '',
    utm_campaign: '',
    utm_term: '',
    utm_content: '',
    user_agent: '',
    language: '',
    timezone: '',
    screen: '',
    ...overrides,
  })
}

/** Such rows as a collector accepts them. */
export function acceptedBy(collectorId: string, rows: readonly string[]): string[] {
  return rows.map((row) => row.replace('"collector_id":""', `"collector_id":"${collectorId}"`))
}

/** The row, repeated. */
export function rawPageViews(count: number, overrides: Record<string, unknown> = {}): string[] {
  return Array.from({ length: count }, () => rawPageView(overrides))
}

export function eventIdOf(row: string): string {
  return (JSON.parse(row) as { event_id: string }).event_id
}

/** Three page views and two reports of reading that a collector imports as one batch, bypassing the log. */
export function anImport(collectorId: string): [batchId: string, tables: ImportedRows[]] {
  const batchId = randomUUID()
  const {
    event_id: _,
    session_id,
    consent_version,
    is_bot,
    browser,
    os,
    device,
    country,
    page_path,
    ...times
  } = JSON.parse(rawPageView()) as Record<string, unknown>
  const { received_at, created_at } = times
  const common = {
    received_at,
    created_at,
    collector_id: '',
    session_id,
    consent_version,
    is_bot,
    browser,
    os,
    device,
    country,
  }
  const readings = Array.from({ length: 2 }, () =>
    JSON.stringify({ event_id: randomUUID(), ...common, page_path, active_ms: 5_000, scroll_depth: 50 }),
  )
  const stamped = (rows: readonly string[]) => ({
    count: rows.length,
    bytes: Buffer.from(
      acceptedBy(importerOf(collectorId), rows)
        .map((row) => `{"batch_id":"${batchId}",${row.slice(1)}\n`)
        .join(''),
    ),
  })
  return [
    batchId,
    [
      { table: 'page_views', ...stamped(rawPageViews(3)) },
      { table: 'engagement_events', ...stamped(readings) },
    ],
  ]
}
