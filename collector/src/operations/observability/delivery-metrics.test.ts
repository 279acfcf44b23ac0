import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import type { EventLog } from '../../stack/open-event-log.ts'
import type { Collector } from '../../reconciliation/coordination/coordination.ts'
import { registerDeliveryMetrics } from './delivery-metrics.ts'

function aCollector(state: Collector['state'], pending = 10): Collector {
  const figures = { received: 100, accepted: 80, duplicates: 20, rejected: {}, pending, dead_letters: 0 }
  return {
    id: '0a0a0a0a-0000-4000-8000-000000000001',
    state,
    age_ms: 0,
    loaded_through: [],
    oldest_pending_ms: 0,
    figures,
  }
}

/** What Prometheus reads of a log beside which others write to the same ClickHouse. */
async function metricsBeside(
  others: readonly Collector[],
  { duplicates = 0, reconciliation = {} }: { duplicates?: number; reconciliation?: object } = {},
): Promise<string[]> {
  const figures = {
    received: 10,
    accepted: 8 - duplicates,
    duplicates: 1 + duplicates,
    rejected: { prefetch: 1 },
    pending: 2,
    dead_letters: 3,
  }
  const events = {
    spool: {
      cursor: { lost: 0, duplicates, stored: { page_views: 6 } },
      pendingRows: 2,
      pendingBytes: 1_100,
      filled: 0.25,
      oldestPendingMs: 2_500,
      bytes: 5_000,
      accepting: true,
    },
    deadLetters: { count: 3, stopLoading: true },
    reconciliation: {
      figures,
      coordination: { others, isAvailable: true },
      erasures: { open: 1 },
      last: null,
      lastNightlyRun: 1_763_546_400_000,
      ...reconciliation,
    },
    sessions: { finishedAt: 1_763_632_800_000 },
  }
  const registry = new Registry()
  // As much of the log as figures are read from.
  registerDeliveryMetrics(registry, events as unknown as EventLog, { maxSpoolBytes: 1e9, dataDir: '/tmp' })
  return (await registry.metrics()).split('\n').filter((line) => !line.startsWith('#'))
}

describe('the metrics of delivery', () => {
  it('say what the log, the ledger and the closing of days say, in seconds and bytes', async () => {
    const lines = await metricsBeside([])
    for (const line of [
      'half_measure_events_received_total 10',
      'half_measure_loading_stopped 1',
      'half_measure_events_rejected_total{reason="prefetch"} 1',
      'half_measure_events_stored_total{table="page_views"} 6',
      'half_measure_spool_oldest_seconds 2.5',
      'half_measure_spool_filled_ratio 0.25',
      'half_measure_spool_bytes 5000',
      'half_measure_dead_letters 3',
      'half_measure_erasures_open 1',
      'half_measure_reconciliation_ok -1',
      'half_measure_sessions_finished_timestamp_seconds 1763632800',
      'half_measure_collectors_expired 0',
      'half_measure_coordination_available 1',
    ])
      expect(lines).toContain(line)
  })

  it.each([
    ['since the last one', { last: { ok: true, at: '2025-11-20T10:00:00.000Z' } }, 1_763_632_800],
    ['from the first start before the first one', {}, 1_763_546_400],
    [
      'from the start of this process without either',
      { lastNightlyRun: undefined },
      performance.timeOrigin / 1_000,
    ],
  ])('count the time without a reconciliation %s', async (_, reconciliation, seconds) => {
    const lines = await metricsBeside([], { reconciliation })
    expect(lines).toContain(`half_measure_reconciliation_timestamp_seconds ${seconds}`)
  })

  it('count no event less when it turns out to be a repeat: for Prometheus a counter that falls has begun again', async () => {
    for (const duplicates of [0, 3])
      expect(await metricsBeside([], { duplicates })).toContain('half_measure_events_accepted_total 8')
    expect(await metricsBeside([], { duplicates: 3 })).toContain('half_measure_events_duplicate_total 4')
  })

  it('add up all collectors, and count those without a recent heartbeat', async () => {
    const lines = await metricsBeside([
      aCollector('live'),
      aCollector('expired'),
      aCollector('stopped'),
      aCollector('retired', 0),
    ])
    for (const line of [
      'half_measure_all_events_received 410',
      'half_measure_all_events_accepted 328',
      'half_measure_all_events_pending 32',
      'half_measure_collectors_expired 1',
    ])
      expect(lines).toContain(line)
  })
})
