import { sessionDigest } from '../events/event-tables.ts'
import type { Spool } from '../spool/spool.ts'
import type { ShardClients } from './clickhouse/clickhouse.ts'
import type { DeadLetters } from './loader/dead-letters.ts'
import type { Loader } from './loader/loader.ts'
import type { SessionBuilder } from './sessions/session-builder.ts'
import type { VariantSwitches } from './variant-switches.ts'

/**
 * A collector's parts for one shard: a separate log, its loader, and a session builder. All rows of a session are on
 * one shard. An unavailable shard delays its own log and nothing else. One server is one shard.
 */
export interface Shard {
  readonly clickhouse: ShardClients
  readonly spool: Spool
  readonly deadLetters: DeadLetters
  readonly loader: Loader
  readonly sessions: SessionBuilder
  readonly switches: Pick<VariantSwitches, 'flush'>
}

/** The index of a session's shard: the same for every collector, as long as no shard is added. */
export function shardOf(sessionId: string, count: number): number {
  return count === 1 ? 0 : Number.parseInt(sessionDigest(sessionId).slice(0, 8), 16) % count
}

/** The shards that may have rows of a session: its current one, and its earlier ones while there were fewer. */
export function shardsOf(sessionId: string, count: number): Set<number> {
  return new Set(Array.from({ length: count }, (_, i) => shardOf(sessionId, i + 1)))
}

/** Divides items that belong to sessions among shards. */
export function byShard<T>(all: Iterable<T>, count: number, sessionOf: (one: T) => string): T[][] {
  const parts = Array.from({ length: count }, (): T[] => [])
  for (const one of all) parts[shardOf(sessionOf(one), count)]?.push(one)
  return parts
}
