import { DAY_MS } from '@half-measure/shared/durations.ts'
import type { Logger } from '../platform/logger.ts'
import type { Shard } from '../warehouse/shard.ts'
import { type Coordination, loadedThrough } from './coordination/coordination.ts'
import { deduplicate } from './deduplicate.ts'
import { retainedSince, removeExpiredMonths } from './retention.ts'

/** Quarantined damage is for a person to inspect, but not kept for ever: it may be anybody's data. */
const QUARANTINE_MS = 30 * DAY_MS

interface RemovalOptions {
  readonly shards: readonly Shard[]
  readonly coordination: Coordination
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
