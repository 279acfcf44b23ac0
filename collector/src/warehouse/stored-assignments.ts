import type { ClickHouseClient } from '@clickhouse/client'
import { LRUCache } from 'lru-cache'
import { atMost } from '../platform/at-most.ts'
import { z } from 'zod'
import { runQuery } from './clickhouse/query.ts'

const StoredAssignment = z.object({
  test_name: z.string(),
  variant: z.string(),
  assigned_at_ms: z.coerce.number(),
})
type StoredAssignment = z.infer<typeof StoredAssignment>

const Row = StoredAssignment.extend({ session_id: z.string() })

/** Look-ups that share a query. */
interface Batch {
  readonly sessions: string[]
  readonly result: Promise<Map<string, z.infer<typeof Row>[]>>
}

/** A sender waits for the response: a server that is silent for longer counts as unavailable. */
const TIMEOUT_MS = 2_000
/** Results stay valid this long: assignments accepted meanwhile are in memory. */
const CACHE = { ...atMost(50_000), ttl: 60_000 }
/** Sessions in one query: as many as fit into a URL. */
const MAX_SESSIONS = 1_000

/**
 * The assignments of a session that are in the database, at most one per test. Anybody can request any session, so
 * one query runs at a time, for all sessions requested during the previous one. A slow query is cancelled, by
 * ClickHouse itself too, which ends only read-only queries with their connection. Results are cached for a minute,
 * empty ones included.
 */
export class StoredAssignments {
  readonly #client: ClickHouseClient
  readonly #timeoutMs: number
  readonly #results = new LRUCache<string, Promise<readonly StoredAssignment[]>>(CACHE)
  /** Settles when the last query that was planned has ended. */
  #lastQuery: Promise<unknown> = Promise.resolve()
  /** The batch that has not been sent yet. */
  #open: Batch | undefined

  constructor(client: ClickHouseClient, timeoutMs = TIMEOUT_MS) {
    this.#client = client
    this.#timeoutMs = timeoutMs
  }

  /** @throws if the database does not respond in time. */
  of(sessionId: string): Promise<readonly StoredAssignment[]> {
    const known = this.#results.get(sessionId)
    if (known) return known
    const result = this.#lookUp(sessionId)
    this.#results.set(sessionId, result)
    result.catch(() => this.#results.delete(sessionId))
    return result
  }

  async #lookUp(sessionId: string): Promise<StoredAssignment[]> {
    if (this.#open === undefined || this.#open.sessions.length >= MAX_SESSIONS) this.#open = this.#openBatch()
    const batch = this.#open
    batch.sessions.push(sessionId)
    return (await batch.result).get(sessionId) ?? []
  }

  #openBatch(): Batch {
    const sessions: string[] = []
    // Waiting for the previous query counts.
    const signal = AbortSignal.timeout(this.#timeoutMs)
    const result = this.#lastQuery.then(async () => {
      if (this.#open === batch) this.#open = undefined
      signal.throwIfAborted()
      return Map.groupBy(await this.#query(sessions, signal), ({ session_id }) => session_id)
    })
    const batch = { sessions, result }
    this.#lastQuery = result.catch(() => {})
    return batch
  }

  #query(sessions: readonly string[], signal: AbortSignal): Promise<z.infer<typeof Row>[]> {
    return runQuery(
      this.#client,
      {
        name: 'assignments of sessions',
        sql: `SELECT session_id, test_name, variant, toUnixTimestamp64Milli(assigned_at) AS assigned_at_ms
          FROM analytics.ab_test_assignments WHERE session_id IN {sessions: Array(String)} ORDER BY assigned_at
          SETTINGS max_execution_time = ${Math.ceil(this.#timeoutMs / 1_000)}`,
        params: { sessions },
        row: Row,
      },
      signal,
    )
  }
}
