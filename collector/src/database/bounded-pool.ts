import { setImmediate } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool } from 'pg'
import { ApiError } from '../platform/api-error.ts'
import { Slots } from '../platform/slots.ts'

/** Beyond, waiting would only make it worse. */
const MAX_WAITING = 500
/** As long as the pool itself lets its users wait. */
const MAX_WAIT_MS = 5_000

/**
 * A part of a pool: so many of its connections are in use at a time, and asked for. Whoever uses the pool itself never
 * waits behind more than those.
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
        // Embedded, queries run in this thread, one after the other if nothing came between.
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
    // The pool ends by itself.
    end: async () => {},
  }
}

function overCapacity(): ApiError {
  return new ApiError(503, 'over_capacity', 'Too much is going on at the moment. Please try again.', {
    retryAfter: 5,
  })
}
