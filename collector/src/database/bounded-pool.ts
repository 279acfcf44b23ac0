import { setImmediate } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool } from 'pg'
import { ApiError } from '../platform/api-error.ts'
import { Slots } from '../platform/slots.ts'

/** Refuses further requests instead of letting the queue grow. */
const MAX_WAITING = 500
/** As long as the pool's own timeout. */
const MAX_WAIT_MS = 5_000

/**
 * Part of a pool: uses or waits for at most `connections` at a time, so that users of the whole pool never wait behind
 * more than those.
 */
export function boundedPool(pool: Pool, connections: number): PostgresPool {
  const slots = new Slots(connections)
  return {
    options: pool.options,
    async connect(): Promise<PostgresPoolClient> {
      if (slots.waiting >= MAX_WAITING) throw overCapacity()
      await slots.take(AbortSignal.timeout(MAX_WAIT_MS)).catch(() => {
        throw overCapacity()
      })
      try {
        // An embedded database runs queries in this thread; let other work run between them.
        await setImmediate()
        const client = await pool.connect()
        return {
          query: client.query.bind(client),
          release(discard) {
            slots.giveBack()
            client.release(discard)
          },
        }
      } catch (error) {
        slots.giveBack()
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
