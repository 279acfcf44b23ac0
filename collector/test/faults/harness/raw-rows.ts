import { randomUUID } from 'node:crypto'
import type { ImportedRows } from '../../../src/reconciliation/import-rows.ts'
import { importerOf } from '../../../src/reconciliation/delivery-report.ts'
import { dateTime64 } from '../../../src/events/date-time64.ts'
import type { EventTable } from '../../../src/events/event-tables.ts'
import { ROW_COLUMNS } from '../../../src/events/row-columns.ts'
import { stampRows } from '../../../src/spool/row-block.ts'

const PAGE_VIEW = {
  event_id: '',
  session_id: 'session_1763632800000_k3j9x2',
  received_at: '',
  collector_id: '',
  consent_version: '2026-11',
  is_bot: 0,
  browser: 'Chrome',
  os: 'Windows',
  device: 'desktop',
  country: '',
  created_at: '',
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
} satisfies Omit<Record<(typeof ROW_COLUMNS)['page_views'][number], unknown>, 'batch_id'>

/** The text of a page view as the log keeps it, its batch and its collector left out. Overrides may be nonsense. */
export function rawPageView(overrides: Partial<Record<keyof typeof PAGE_VIEW, unknown>> = {}): string {
  const now = dateTime64(Date.now())
  return textOf('page_views', {
    ...PAGE_VIEW,
    event_id: randomUUID(),
    received_at: now,
    created_at: now,
    ...overrides,
  })
}

function textOf(table: EventTable, row: Readonly<Record<string, unknown>>): string {
  const [, ...columns] = ROW_COLUMNS[table]
  return JSON.stringify(columns.map((column) => row[column]))
}

const [, ...UNSTAMPED] = ROW_COLUMNS.page_views
const COLLECTOR_AT = UNSTAMPED.indexOf('collector_id')

/** Such rows as a collector accepts them. */
export function acceptedBy(collectorId: string, rows: readonly string[]): string[] {
  return rows.map((row) => JSON.stringify((JSON.parse(row) as unknown[]).with(COLLECTOR_AT, collectorId)))
}

/** The row, repeated. */
export function rawPageViews(count: number, overrides: Parameters<typeof rawPageView>[0] = {}): string[] {
  return Array.from({ length: count }, () => rawPageView(overrides))
}

export function eventIdOf(row: string): string {
  return (JSON.parse(row) as string[])[0] ?? ''
}

/** Page views, three by default, and two reports of reading that a collector imports as one batch, bypassing the log. */
export function anImport(
  collectorId: string,
  views: readonly string[] = rawPageViews(3),
): [batchId: string, tables: ImportedRows[]] {
  const batchId = randomUUID()
  const now = dateTime64(Date.now())
  const readings = Array.from({ length: 2 }, () =>
    textOf('engagement_events', {
      ...PAGE_VIEW,
      event_id: randomUUID(),
      received_at: now,
      created_at: now,
      active_ms: 5_000,
      scroll_depth: 50,
      lcp_ms: null,
      inp_ms: null,
      cls: null,
    }),
  )
  const stamped = (rows: readonly string[]) => ({
    count: rows.length,
    bytes: stampRows(batchId, acceptedBy(importerOf(collectorId), rows)),
  })
  return [
    batchId,
    [
      { table: 'page_views', ...stamped(views) },
      { table: 'engagement_events', ...stamped(readings) },
    ],
  ]
}
