import { setTimeout as sleep } from 'node:timers/promises'
import { runQueryForNumber } from '../warehouse/clickhouse/query.ts'
import type { Context } from '../stack/context.ts'
import { type Deadline, withTimeout } from '../platform/deadline.ts'

/** A server that does not respond within this time counts as unavailable. */
const RESPONSE_TIMEOUT_MS = 2_000
const PAUSE_MS = 500

/**
 * Resolves when ClickHouse responds and its tables are migrated.
 *
 * @throws {DeadlineExceededError} with the last error of the server or the network.
 */
export async function waitForClickHouse(
  {
    clickhouse,
    events,
  }: {
    readonly clickhouse: Pick<Context['clickhouse'], 'reader'>
    readonly events: Pick<Context['events'], 'ready'>
  },
  deadline: Deadline,
): Promise<void> {
  let why = 'no response yet'
  const over = new AbortController()
  const responded = async () => {
    while (!over.signal.aborted) {
      try {
        if (await withTimeout(RESPONSE_TIMEOUT_MS, runQueryForNumber(clickhouse.reader, ONE))) return
        why = `no response within ${RESPONSE_TIMEOUT_MS / 1_000} s`
      } catch (error) {
        why = error instanceof Error && error.message !== '' ? error.message : String(error)
      }
      await sleep(PAUSE_MS)
    }
  }
  try {
    await deadline.waitFor(() => `ClickHouse to respond (${why})`, responded())
  } finally {
    over.abort()
  }
  await deadline.waitFor(() => 'the tables to be migrated', events.ready)
}

const ONE = { name: 'ping', sql: 'SELECT 1 AS one' }
