import type { ClickHouseClient } from '@clickhouse/client'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { runQuery } from './clickhouse/query.ts'

const StoredAssignment = z.object({
  test_name: z.string(),
  variant: z.string(),
  assigned_at_ms: z.coerce.number(),
})
type StoredAssignment = z.infer<typeof StoredAssignment>

/** A sender waits for the response: a server that is silent for longer counts as unavailable. */
const TIMEOUT_MS = 2_000
/** Results stay valid this long: assignments accepted meanwhile are in memory. */
const CACHE = { max: 50_000, ttl: 60_000 }

/**
 * The assignments of a session that are in the database, at most one per test. Anybody can request any session, so a
 * look-up that takes too long is cancelled, concurrent look-ups of a session share one query, and results are cached for
 * a minute, empty ones included.
 */
export class StoredAssignments {
  readonly #client: ClickHouseClient
  readonly #timeoutMs: number
  readonly #results = new LRUCache<string, Promise<readonly StoredAssignment[]>>(CACHE)

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

  #lookUp(sessionId: string): Promise<StoredAssignment[]> {
    return runQuery(
      this.#client,
      {
        name: 'assignments of a session',
        sql: `SELECT test_name, variant, toUnixTimestamp64Milli(assigned_at) AS assigned_at_ms
          FROM analytics.ab_test_assignments WHERE session_id = {session: String} ORDER BY assigned_at`,
        params: { session: sessionId },
        row: StoredAssignment,
      },
      AbortSignal.timeout(this.#timeoutMs),
    )
  }
}
