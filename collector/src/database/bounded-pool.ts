import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool } from 'pg'
import { ApiError } from '../platform/api-error.ts'
import { KeyedSemaphore } from '../platform/keyed-semaphore.ts'

/** Refuses further requests instead of letting the queue grow. */
const MAX_WAITING = 500
/** As long as the pool's own timeout. */
const MAX_WAIT_MS = 5_000

/**
 * Part of a pool: uses or waits for at most `connections` at a time, so that at most these precede other users of the
 * pool.
 */
export function boundedPool(pool: Pool, connections: number): PostgresPool {
  const bounds = { running: connections, waiting: MAX_WAITING, waitingMs: MAX_WAIT_MS }
  const semaphore = new KeyedSemaphore(bounds, overCapacity)
  return {
    options: pool.options,
    async connect(): Promise<PostgresPoolClient> {
      const release = await semaphore.acquire('')
      try {
        const client = await pool.connect()
        return {
          query: client.query.bind(client),
          release(discard) {
            release()
            client.release(discard)
          },
        }
      } catch (error) {
        release()
        throw error
      }
    },
    // The pool is ended by its owner.
    end: async () => {},
  }
}

function overCapacity(): ApiError {
  return new ApiError(503, 'over_capacity', 'Too much is going on at the moment. Please try again.', {
    retryAfter: 5,
  })
}
