import { statfs } from 'node:fs/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import { lastBackupAt } from '../backup/last-backup.ts'
import type { EventLog } from '../../stack/open-event-log.ts'

/** A gauge that is read when it is scraped, at no cost in between. */
interface Reading {
  readonly name: string
  readonly help: string
  readonly read: () => number | Promise<number>
}

/** Events received and their outcomes, and the log's backlog. Figures of the log alone, without a database query. */
export function registerDeliveryMetrics(
  registry: Registry,
  { spool, deadLetters, reconciliation, sessions }: EventLog,
  { maxSpoolBytes, dataDir }: { readonly maxSpoolBytes: number; readonly dataDir: string },
): void {
  const counters: Reading[] = [
    {
      name: 'half_measure_events_received_total',
      help: 'Events that arrived, since the data directory began: accepted, duplicate and rejected ones together.',
      read: () => reconciliation.figures.received,
    },
    {
      name: 'half_measure_events_accepted_total',
      help: 'Events acknowledged and kept, since the data directory began; one that turned out to be a repeat later is a duplicate too.',
      // To Prometheus, a counter that falls has been reset.
      read: () => reconciliation.figures.accepted + spool.cursor.repeated,
    },
    {
      name: 'half_measure_events_duplicate_total',
      help: 'Events that had been kept before.',
      read: () => reconciliation.figures.duplicates,
    },
    {
      name: 'half_measure_events_lost_total',
      help: 'Acknowledged rows that damage on disk has lost.',
      read: () => spool.cursor.lost,
    },
  ]
  const gauges: Reading[] = [
    {
      name: 'half_measure_spool_pending_rows',
      help: 'Rows on disk that are not in ClickHouse yet.',
      read: () => spool.pendingRows,
    },
    {
      name: 'half_measure_spool_pending_bytes',
      help: 'Bytes of those rows.',
      read: () => spool.pendingBytes,
    },
    {
      name: 'half_measure_spool_oldest_seconds',
      help: 'Age of the oldest of those rows; 0 without one.',
      read: () => spool.oldestPendingMs / 1_000,
    },
    {
      name: 'half_measure_spool_bytes',
      help: 'Size of all segments that are kept, for replay too.',
      read: () => spool.bytes,
    },
    {
      name: 'half_measure_spool_max_bytes',
      help: 'Size at which events are refused: SPOOL_MAX_BYTES.',
      read: () => maxSpoolBytes,
    },
    {
      name: 'half_measure_spool_accepting',
      help: '1 while every beacon is accepted, 0 while the largest, or any, would be refused.',
      read: () => Number(spool.accepting),
    },
    {
      name: 'half_measure_data_free_bytes',
      help: 'Free where the data directory is.',
      async read() {
        const { bavail, bsize } = await statfs(dataDir)
        return bavail * bsize
      },
    },
    {
      name: 'half_measure_backup_timestamp_seconds',
      help: 'When the last backup was finished, in seconds since 1970; 0 without one.',
      read: async () => (await lastBackupAt(dataDir)) / 1_000,
    },
    {
      name: 'half_measure_dead_letters',
      help: 'Rows that ClickHouse refuses, set aside for a person.',
      read: () => deadLetters.count,
    },
    {
      name: 'half_measure_loading_stopped',
      help: '1 while nothing is loaded because ClickHouse refused dozens of rows for one reason.',
      read: () => Number(deadLetters.stopLoading),
    },
    {
      name: 'half_measure_erasures_open',
      help: 'Erasures that were requested and are not complete.',
      read: () => reconciliation.erasures.open,
    },
    {
      name: 'half_measure_sessions_finished_timestamp_seconds',
      help: 'When sessions were last finished as far as they were over, in seconds since 1970; or the start of this process.',
      read: () => sessions.finishedAt / 1_000,
    },
    {
      name: 'half_measure_reconciliation_ok',
      help: '1 if the last reconciliation found everything equal, 0 if not; -1 before the first.',
      read: () => (reconciliation.last ? Number(reconciliation.last.ok) : -1),
    },
    {
      name: 'half_measure_reconciliation_timestamp_seconds',
      help: 'When the last reconciliation was, in seconds since 1970; 0 before the first.',
      read: () => (reconciliation.last ? Date.parse(reconciliation.last.at) / 1_000 : 0),
    },
  ]
  /** Of all collectors on this ClickHouse: this one as it is, the others by their last heartbeats. */
  const ofAll = (figure: 'received' | 'accepted' | 'pending') => () =>
    reconciliation.coordination.others.reduce(
      (sum, { figures }) => sum + figures[figure],
      reconciliation.figures[figure],
    )
  gauges.push(
    {
      name: 'half_measure_all_events_received',
      help: 'Events that arrived at any collector on this ClickHouse, by their heartbeats.',
      read: ofAll('received'),
    },
    {
      name: 'half_measure_all_events_accepted',
      help: 'Those of them that were acknowledged and kept.',
      read: ofAll('accepted'),
    },
    {
      name: 'half_measure_all_events_pending',
      help: 'Rows on the disk of any collector that are not in ClickHouse yet.',
      read: ofAll('pending'),
    },
    {
      name: 'half_measure_collectors_expired',
      help: 'Other collectors whose heartbeat has expired: down, or without PostgreSQL. The command "collectors" names them.',
      read: () => reconciliation.coordination.others.filter(({ state }) => state === 'expired').length,
    },
    {
      name: 'half_measure_coordination_available',
      help: '0 while PostgreSQL does not respond, so that reconciliation, removal and erasure wait.',
      read: () => Number(reconciliation.coordination.isAvailable),
    },
  )
  for (const { name, help, read } of counters) {
    registry.registerMetric(
      new Counter({
        name,
        help,
        registers: [],
        async collect() {
          const value = await read()
          this.reset()
          this.inc(value)
        },
      }),
    )
  }
  for (const { name, help, read } of gauges) {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          this.set(await read())
        },
      }),
    )
  }
  registry.registerMetric(
    new Counter({
      name: 'half_measure_events_rejected_total',
      help: 'Events refused, by reason.',
      labelNames: ['reason'],
      registers: [],
      collect() {
        this.reset()
        for (const [reason, count] of Object.entries(reconciliation.figures.rejected))
          this.inc({ reason }, count)
      },
    }),
  )
  registry.registerMetric(
    new Counter({
      name: 'half_measure_events_stored_total',
      help: 'Rows that ClickHouse has confirmed, by table.',
      labelNames: ['table'],
      registers: [],
      collect() {
        this.reset()
        for (const [table, count] of Object.entries(spool.cursor.stored)) this.inc({ table }, count)
      },
    }),
  )
}
