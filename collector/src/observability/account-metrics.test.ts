import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import type { CollectorBook } from '../reconciliation/collector-books.ts'
import type { EventLog } from '../open-event-log.ts'
import { registerAccountMetrics } from './account-metrics.ts'

type Book = Pick<CollectorBook, 'state' | 'age_ms' | 'silent_ms' | 'received' | 'accepted' | 'pending'>

const aBook = (overrides: Partial<Book>): Book => ({
  state: 'writing',
  age_ms: 1_000,
  silent_ms: 30_000,
  received: 100,
  accepted: 80,
  pending: 5,
  ...overrides,
})

/** Long after the books were read: ClickHouse is away. */
const later = (book: Book): Book => ({ ...book, age_ms: book.age_ms + 600_000 })

/** What Prometheus reads of a log beside which others write to the same ClickHouse. */
async function metricsBeside(others: readonly Book[], repeated = 0): Promise<string[]> {
  const known = {
    received: 10,
    accepted: 8 - repeated,
    duplicates: 1 + repeated,
    rejected: { prefetch: 1 },
    pending: 2,
  }
  const events = {
    spool: {
      cursor: { lost: 0, repeated, stored: { page_views: 6 } },
      pendingRows: 2,
      pendingBytes: 1_100,
      oldestPendingMs: 2_500,
      bytes: 5_000,
      accepting: true,
    },
    deadLetters: { count: 3, stopLoading: true },
    account: {
      known,
      collectors: { others: others.map(later), othersWhenRead: others },
      openErasures: 1,
      lastAudit: null,
    },
    dayCloser: { closed: 12, doneAt: 1_763_632_800_000 },
  }
  const registry = new Registry()
  // As much of the log as figures are read from.
  registerAccountMetrics(registry, events as unknown as EventLog, { maxSpoolBytes: 1e9, dataDir: '/tmp' })
  return (await registry.metrics()).split('\n').filter((line) => !line.startsWith('#'))
}

describe('the metrics of the account', () => {
  it('say what the log, its books and the closing of days say, in seconds and bytes', async () => {
    const lines = await metricsBeside([])
    for (const line of [
      'half_measure_events_received_total 10',
      'half_measure_loading_stopped 1',
      'half_measure_events_rejected_total{reason="prefetch"} 1',
      'half_measure_events_stored_total{table="page_views"} 6',
      'half_measure_spool_oldest_seconds 2.5',
      'half_measure_spool_bytes 5000',
      'half_measure_dead_letters 3',
      'half_measure_erasures_open 1',
      'half_measure_audit_ok -1',
      'half_measure_days_closed_total 12',
      'half_measure_days_closed_timestamp_seconds 1763632800',
      'half_measure_collectors_old 0',
    ])
      expect(lines).toContain(line)
  })

  it('count no event less when it turns out to be a repeat: for Prometheus a counter that falls has begun anew', async () => {
    for (const repeated of [0, 3])
      expect(await metricsBeside([], repeated)).toContain('half_measure_events_accepted_total 8')
    expect(await metricsBeside([], 3)).toContain('half_measure_events_duplicate_total 4')
  })

  it('add up all collectors, and count those that are silent for longer than they may be', async () => {
    const lines = await metricsBeside([
      aBook({}),
      aBook({ age_ms: 31_000 }),
      aBook({ age_ms: 31_000, silent_ms: 60_000 }),
      aBook({ state: 'stopped', age_ms: 1e9 }),
      aBook({ state: 'gone', age_ms: 1e9, pending: 0 }),
    ])
    for (const line of [
      'half_measure_all_events_received 510',
      'half_measure_all_events_accepted 408',
      'half_measure_all_events_pending 22',
      'half_measure_collectors_old 1',
    ])
      expect(lines).toContain(line)
  })
})
