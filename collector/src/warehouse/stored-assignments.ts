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

/** A sender waits for the answer: a server that is silent for so long counts as unavailable. */
const TIMEOUT_MS = 2_000
/** An answer holds for so long: what is accepted meanwhile is in memory. */
const CACHE = { max: 50_000, ttl: 60_000 }

/**
 * The assignments of a session that are in the database; more than one per test never are. Anybody can ask for any
 * session: a look-up that takes too long is cancelled, the same one is not begun twice, and an answer is kept for a
 * minute, most of all that there are none.
 */
export class StoredAssignments {
  readonly #client: ClickHouseClient
  readonly #timeoutMs: number
  readonly #answers = new LRUCache<string, Promise<readonly StoredAssignment[]>>(CACHE)

  constructor(client: ClickHouseClient, timeoutMs = TIMEOUT_MS) {
    this.#client = client
    this.#timeoutMs = timeoutMs
  }

  /** @throws if the database does not answer in time. */
  of(sessionId: string): Promise<readonly StoredAssignment[]> {
    const known = this.#answers.get(sessionId)
    if (known) return known
    const answer = this.#lookUp(sessionId)
    this.#answers.set(sessionId, answer)
    answer.catch(() => this.#answers.delete(sessionId))
    return answer
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
