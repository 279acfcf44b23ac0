import { DAY_MS } from '@half-measure/shared/durations.ts'
import { failpoint } from '../platform/failpoint.ts'
import type { Logger } from '../platform/logger.ts'
import { rowTextsOf, valuesOf } from '../spool/row-block.ts'
import type { Shard } from '../warehouse/shard.ts'
import { type Coordination, loadedThrough } from './coordination/coordination.ts'
import { deduplicate } from './deduplicate.ts'
import type { Ledger } from './ledger.ts'
import { recordRemovals } from './removed-events.ts'
import { monthOfText, oldestRetainedMonth, removeExpiredMonths, retainedSince } from './retention.ts'

/** Quarantined damage is for a person to inspect, but not kept for ever: it may be anybody's data. */
const QUARANTINE_MS = 30 * DAY_MS

interface RemovalOptions {
  readonly shards: readonly Shard[]
  readonly coordination: Coordination
  readonly ledger: Pick<Ledger, 'collectorId'>
  readonly retentionMonths: number
  readonly log: Logger
}

/** Removes expired events and sessions from each shard, once all collectors have loaded their events of that time. */
export async function removeExpired(
  { shards, coordination, retentionMonths, log }: RemovalOptions,
  now: Date,
): Promise<void> {
  const since = retainedSince(now, retentionMonths)
  for (const [number, { spool, loader, clickhouse, sessions }] of shards.entries()) {
    if (loadedThrough(coordination, number, now.getTime() - spool.oldestPendingMs) < since) {
      log.warn(
        'retention postponed to the next night: a collector has not loaded all events of the expired months yet',
      )
      continue
    }
    await loader.exclusively(() => removeExpiredMonths(clickhouse.migrator, retentionMonths, log, now))
    await sessions.expire(since)
  }
}

/** Removes expired events from this collector's dead letters, recorded like those of the tables. */
export async function removeExpiredDeadLetters(
  { shards, ledger, retentionMonths, log }: RemovalOptions,
  now: Date,
): Promise<void> {
  const oldest = oldestRetainedMonth(now, retentionMonths)
  for (const { loader, clickhouse, deadLetters } of shards)
    await loader.exclusively(async () => {
      for (const letter of await deadLetters.list()) {
        const { table, batch_id } = letter
        const monthOf = (row: string) => monthOfText(String(valuesOf(table, row)['received_at']))
        const months = Map.groupBy(rowTextsOf((await deadLetters.read(letter)).rows), monthOf)
        const expired = [...months].filter(([month]) => month < oldest)
        if (expired.length === 0) continue
        const removals = expired.map(([month, { length }]) => ({
          collector_id: ledger.collectorId,
          table,
          rows: length,
          key: [month, batch_id],
        }))
        await recordRemovals(clickhouse.migrator, 'expired', removals)
        failpoint('retention.dead-letter-recorded')
        const rows = await deadLetters.removeRows(letter, (row) => monthOf(row) < oldest)
        log.info({ table, rows }, 'removed dead letters beyond their retention')
      }
    })
}

/** Removes cross-collector duplicates. @returns how many rows. */
export async function removeCrossCollectorDuplicates({
  shards,
  coordination,
  log,
}: RemovalOptions): Promise<number> {
  if (!coordination.isShared) return 0
  await coordination.heartbeat()
  let removed = 0
  for (const [number, { spool, clickhouse }] of shards.entries())
    removed += await deduplicate({
      client: clickhouse.migrator,
      loadedThrough: loadedThrough(coordination, number, Date.now() - spool.oldestPendingMs),
      log,
    })
  return removed
}

/** Removes old quarantined damage. */
export async function removeOldDamage(shards: readonly Pick<Shard, 'spool'>[], now: Date): Promise<void> {
  for (const { spool } of shards) await spool.removeQuarantined(now.getTime() - QUARANTINE_MS)
}
