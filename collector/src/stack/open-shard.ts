import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Observer } from '../events/observer.ts'
import type { Logger } from '../platform/logger.ts'
import { Spool, type SpoolOptions } from '../spool/spool.ts'
import type { ShardClients } from '../warehouse/clickhouse/clickhouse.ts'
import { migrateClickHouse } from '../warehouse/clickhouse/migrate.ts'
import { DeadLetters } from '../warehouse/loader/dead-letters.ts'
import { Loader } from '../warehouse/loader/loader.ts'
import { UnverifiedRows } from '../warehouse/loader/unverified-rows.ts'
import { SessionBuilder } from '../warehouse/sessions/session-builder.ts'
import { StoredAssignments } from '../warehouse/stored-assignments.ts'
import { insertVariantSwitches, VariantSwitches } from '../warehouse/variant-switches.ts'

export interface ShardOptions {
  readonly clickhouse: ShardClients
  readonly embedded: boolean
  /** Set if there are other shards. */
  readonly cluster: string | undefined
  readonly directory: string
  readonly spool: SpoolShare
  readonly collectorId: string
  readonly isErased: (sessionId: string) => boolean
  /** The moment through which every collector has loaded its events for this shard. @param own this one's. */
  readonly loadedThrough: (own: number) => number
  /** Runs work on its sessions that one collector at a time may do. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>
  readonly observer: Observer | undefined
  readonly log: Logger
}

type SpoolShare = Omit<SpoolOptions, 'directory' | 'log'>

const MIB = 1024 * 1024

/**
 * The share of one shard's log: all shards use the same disk and memory. An insert costs ClickHouse as much as some
 * 6,000 rows; so a collector makes two a second whatever the number of shards, and with ten shards the rows of each
 * are inserted every five seconds.
 */
export function shareOf({ maxBytes, retentionHours }: Config['spool'], shards: number): SpoolShare {
  return {
    retentionHours,
    maxBytes: maxBytes / shards,
    flushAfterMs: 500 * shards,
    maxQueuedBytes: (64 * MIB) / shards,
    // Loaders that are catching up all hold a full batch.
    maxBatchBytes: Math.min(24, 96 / shards) * MIB,
  }
}

/** The data directory of a shard: the first one's is the collector's own. @param number from 0. */
export function shardDirectory(dataDir: string, number: number): string {
  return number === 0 ? dataDir : join(dataDir, `shard-${number + 1}`)
}

/** The moment before which everything in a log is loaded, milliseconds since 1970. */
export function ownLoadedThrough({ oldestPendingMs }: Pick<Spool, 'oldestPendingMs'>): number {
  return Date.now() - oldestPendingMs
}

/** Opens a shard's log, which accepts events at once; the database may come later. */
export async function openShard(options: ShardOptions) {
  const { clickhouse, embedded, cluster, directory, collectorId, isErased, exclusively, observer, log } =
    options
  const { writer, migrator, replicated } = clickhouse
  const spool = await Spool.open({ ...options.spool, directory: join(directory, 'spool'), log })
  const deadLetters = await DeadLetters.open(join(directory, 'dead-letters'))
  const unverified = new UnverifiedRows(spool)
  const insert = { clickhouse: writer, migrator, embedded, replicated, ...(observer && { observer }) }
  const loader = new Loader({ ...insert, spool, deadLetters, unverified, log })
  const sessions = new SessionBuilder({
    client: migrator,
    collectorId,
    log,
    loadedThrough: () => options.loadedThrough(ownLoadedThrough(spool)),
    exclusively,
  })
  const switches = new VariantSwitches({
    insert: (rows) => insertVariantSwitches(writer, rows),
    isErased,
    log,
  })
  return {
    clickhouse,
    spool,
    deadLetters,
    unverified,
    loader,
    sessions,
    switches,
    // Strangers decide how many look-ups there are: with the reader's account they would use up its quota.
    stored: new StoredAssignments(writer),
    /** Brings its tables to this version. */
    migrate: () => migrateClickHouse(clickhouse, log, cluster),
    /** Starts loading and finishing sessions. */
    start() {
      loader.start()
      sessions.start()
      switches.start()
    },
    /** Ends both, once the closed log is loaded or the time is over. */
    async drain(graceMs: number) {
      await Promise.all([loader.drain(graceMs), sessions.stop(), switches.close()])
    },
  }
}
