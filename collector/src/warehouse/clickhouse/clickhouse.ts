import type { ClickHouseClient } from '@clickhouse/client'

/** One client for each role, which on a server may be a user of its own. */
export interface ClickHouse {
  readonly writer: ClickHouseClient
  readonly reader: ClickHouseClient
  /** Queries for API tokens and share links. */
  readonly viewer: ClickHouseClient
  readonly migrator: ClickHouseClient
  /** A process or container of this collector alone: nobody else writes to it, and it ends with the collector. */
  readonly embedded: boolean
  /** Tokens are kept with the parts, in one transaction: a known token proves that its rows are stored. */
  readonly replicated: boolean
  /**
   * What a cluster needs once its tables are up to date.
   *
   * @param definitions every statement that makes or changes a table, in order, for nodes that have none yet.
   */
  afterMigrations(definitions: readonly string[]): Promise<void>
  close(): Promise<void>
}
