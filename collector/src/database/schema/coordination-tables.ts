import type { ColumnType, Generated } from 'kysely'

export interface CoordinationTables {
  /** A collector, as it describes itself in each heartbeat. */
  collectors: {
    id: string
    state: 'live' | 'stopped' | 'retired'
    heartbeat_at: Date
    /** Heartbeat timeout, after which the collector counts as expired. */
    timeout_ms: number
    /** `CollectorFigures`. Written as JSON text. */
    figures: ColumnType<unknown, string, string>
    /** By shard, milliseconds since 1970. */
    loaded_through: number[]
    /** Of all shards. */
    oldest_pending_ms: number
  }
  /** The right to do work that only one collector does at a time. */
  leases: {
    name: string
    holder: string
    /** Which process of that collector: a restarted one need not wait for its own lease to expire. */
    process: string
    fence: ColumnType<string, number, never>
    expires_at: Date
  }
  /** A session to erase, or an erased one. */
  erasure_requests: {
    /** SHA-256 of the session's id, in hexadecimal. */
    session_digest: string
    /** Null once the erasure is complete. */
    session_id: string | null
    requested_at: Generated<Date>
    /** Data of the session was found. */
    found: Generated<boolean>
    completed_at: Date | null
  }
  /** A collector that no longer accepts events of the session and has loaded all it had. */
  erasure_acknowledgements: {
    session_digest: string
    collector: string
  }
  /** When nightly work was last done, by name. */
  nightly_runs: {
    name: string
    done_at: Date
  }
}
