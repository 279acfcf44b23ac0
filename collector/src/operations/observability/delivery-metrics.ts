import { statfs } from 'node:fs/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import { lastBackupAt } from '../backup/last-backup.ts'
import type { EventLog } from '../../stack/open-event-log.ts'

/** Reads a figure when it is scraped, at no cost in between. */
type Read = () => number | Promise<number>

/** Events received and their outcomes, and the log's backlog. Figures of the log alone, without a database query. */
export function registerDeliveryMetrics(
  registry: Registry,
  { spool, deadLetters, reconciliation, sessions }: EventLog,
  { maxSpoolBytes, dataDir }: { readonly maxSpoolBytes: number; readonly dataDir: string },
): void {
  const registers = [registry]
  const counter = (name: string, help: string, read: Read) =>
    new Counter({
      name,
      help,
      registers,
      async collect() {
        const value = await read()
        this.reset()
        this.inc(value)
      },
    })
  const counterBy = (
    label: string,
    name: string,
    help: string,
    read: () => Readonly<Record<string, number>>,
  ) =>
    new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset()
        for (const [value, count] of Object.entries(read())) this.inc({ [label]: value }, count)
      },
    })
  const gauge = (name: string, help: string, read: Read) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read())
      },
    })

  counter(
    'half_measure_events_received_total',
    'Events received since the data directory was created: accepted, duplicate and rejected.',
    () => reconciliation.figures.received,
  )
  // To Prometheus, a counter that falls has been reset.
  counter(
    'half_measure_events_accepted_total',
    'Events accepted since the data directory was created; one that later proves a duplicate counts as both.',
    () => reconciliation.figures.accepted + spool.cursor.duplicates,
  )
  counter(
    'half_measure_events_duplicate_total',
    'Events that had been accepted before.',
    () => reconciliation.figures.duplicates,
  )
  counter(
    'half_measure_events_lost_total',
    'Acknowledged rows lost to damage on disk.',
    () => spool.cursor.lost,
  )
  counterBy(
    'reason',
    'half_measure_events_rejected_total',
    'Events refused, by reason.',
    () => reconciliation.figures.rejected,
  )
  counterBy(
    'table',
    'half_measure_events_stored_total',
    'Rows that ClickHouse has confirmed, by table.',
    () => spool.cursor.stored,
  )

  gauge(
    'half_measure_spool_pending_rows',
    'Rows on disk that are not in ClickHouse yet.',
    () => spool.pendingRows,
  )
  gauge('half_measure_spool_pending_bytes', 'Bytes of those rows.', () => spool.pendingBytes)
  gauge(
    'half_measure_spool_filled_ratio',
    'Those bytes as a share of the size at which events are refused, in the fullest log if there are several shards.',
    () => spool.filled,
  )
  gauge(
    'half_measure_spool_oldest_seconds',
    'Age of the oldest of those rows; 0 without one.',
    () => spool.oldestPendingMs / 1_000,
  )
  gauge(
    'half_measure_spool_bytes',
    'Size of all segments, including those kept for replay.',
    () => spool.bytes,
  )
  gauge(
    'half_measure_spool_max_bytes',
    'SPOOL_MAX_BYTES: the size at which events are refused, which the logs of several shards share.',
    () => maxSpoolBytes,
  )
  gauge(
    'half_measure_spool_accepting',
    '1 while every beacon is accepted, 0 while the largest would be refused.',
    () => Number(spool.accepting),
  )
  gauge('half_measure_data_free_bytes', 'Free space on the volume of the data directory.', async () => {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize
  })
  gauge(
    'half_measure_backup_timestamp_seconds',
    'Time of the last backup, in seconds since 1970; 0 without one.',
    async () => (await lastBackupAt(dataDir)) / 1_000,
  )
  gauge(
    'half_measure_dead_letters',
    'Rows that ClickHouse refuses, set aside for an operator.',
    () => deadLetters.count,
  )
  gauge(
    'half_measure_loading_stopped',
    '1 while loading is stopped because ClickHouse refused dozens of rows for one reason.',
    () => Number(deadLetters.stopLoading),
  )
  gauge('half_measure_erasures_open', 'Open erasure requests.', () => reconciliation.erasures.open)
  gauge(
    'half_measure_sessions_finished_timestamp_seconds',
    'When finished sessions were last written, in seconds since 1970; the start of this process before that.',
    () => sessions.finishedAt / 1_000,
  )
  gauge(
    'half_measure_reconciliation_ok',
    '1 if the last reconciliation found no difference, 0 if it did; -1 before the first.',
    () => (reconciliation.last ? Number(reconciliation.last.ok) : -1),
  )
  gauge(
    'half_measure_reconciliation_timestamp_seconds',
    'Time of the last reconciliation, in seconds since 1970; before that the first start, or if the databases have been unavailable since, the start of this process.',
    () => {
      const { last, lastNightlyRun = performance.timeOrigin } = reconciliation
      return (last ? Date.parse(last.at) : lastNightlyRun) / 1_000
    },
  )

  /** Sum over all collectors on this ClickHouse; the others' figures are from their last heartbeats. */
  const ofAll = (figure: 'received' | 'accepted' | 'pending') => () =>
    reconciliation.coordination.others.reduce(
      (sum, { figures }) => sum + figures[figure],
      reconciliation.figures[figure],
    )
  gauge(
    'half_measure_all_events_received',
    'Events received by all collectors on this ClickHouse, as of their heartbeats.',
    ofAll('received'),
  )
  gauge('half_measure_all_events_accepted', 'Events accepted by all of them.', ofAll('accepted'))
  gauge(
    'half_measure_all_events_pending',
    'Rows on their disks that are not in ClickHouse yet.',
    ofAll('pending'),
  )
  gauge(
    'half_measure_collectors_expired',
    'Other collectors whose heartbeat has expired: down, or without PostgreSQL. The command "collectors" names them.',
    () => reconciliation.coordination.others.filter(({ state }) => state === 'expired').length,
  )
  gauge(
    'half_measure_coordination_available',
    '0 while PostgreSQL does not respond, so that reconciliation, retention and erasure wait.',
    () => Number(reconciliation.coordination.isAvailable),
  )
}
