import type { ClickHouseClient } from '@clickhouse/client'

/** Every statement names it: no client has a current database. */
export const DATABASE = 'analytics'

/** One client for each role, which on a server may be a user of its own. */
export interface Clients {
  readonly writer: ClickHouseClient
  readonly reader: ClickHouseClient
  readonly migrator: ClickHouseClient
}

/** A server, or the replicas of one shard: it has the rows of its sessions, in the schema of a single server. */
export interface ShardClients extends Clients {
  /** Its place among the shards, from 1. */
  readonly number: number
  /** Tokens are kept with the parts, in one transaction: a known token proves that its rows are stored. */
  readonly replicated: boolean
  /** Migrators of each replica, for what is not replicated: the databases themselves. */
  readonly replicas: readonly ClickHouseClient[]
}

/**
 * The event store. Its own writer and migrator are those of the first shard, which also has the rows that belong to
 * no session: counts of consent coverage and imported history. Its reader reads the rows of all shards.
 */
export interface ClickHouse extends Clients {
  /** Runs queries for API tokens and share links, also on all shards. */
  readonly viewer: ClickHouseClient
  /** Always in the same order: a session's shard is an index into it. */
  readonly shards: readonly [ShardClients, ...ShardClients[]]
  /** A process or container of this collector alone: nobody else writes to it, and it ends with the collector. */
  readonly embedded: boolean
  /** The name under which the servers know each other, where there are several shards. */
  readonly cluster: string | undefined
  close(): Promise<void>
}
