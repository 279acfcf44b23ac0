import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { withTimeout } from '../platform/with-timeout.ts'
import { runQueryForOne } from '../warehouse/clickhouse/query.ts'
import type { Context } from '../stack/context.ts'
import type { Deadline } from '../platform/deadline.ts'

/** A server that is silent for so long counts as away. */
const ANSWER_MS = 2_000
const PAUSE_MS = 500

/**
 * Resolves when ClickHouse answers and its tables are of this version.
 *
 * @throws {DeadlineExceededError} if it does not in time, with the reason in the server's or the network's words.
 */
export async function untilDatabaseAnswers(
  {
    clickhouse,
    events,
  }: {
    readonly clickhouse: Pick<Context['clickhouse'], 'reader'>
    readonly events: Pick<Context['events'], 'ready'>
  },
  deadline: Deadline,
): Promise<void> {
  let why = 'no answer yet'
  const over = new AbortController()
  const answered = async () => {
    while (!over.signal.aborted) {
      try {
        if (await withTimeout(ANSWER_MS, runQueryForOne(clickhouse.reader, ONE))) return
        why = `no answer within ${ANSWER_MS / 1_000} s`
      } catch (error) {
        why = error instanceof Error && error.message !== '' ? error.message : String(error)
      }
      await sleep(PAUSE_MS)
    }
  }
  try {
    await deadline.waitFor(() => `ClickHouse to answer (${why})`, answered())
  } finally {
    over.abort()
  }
  await deadline.waitFor(() => 'the tables to be brought to this version', events.ready)
}

const ONE = { name: 'an answer', sql: 'SELECT 1 AS one', row: z.object({ one: z.coerce.number() }) }
