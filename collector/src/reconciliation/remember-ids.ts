import { setImmediate as turn } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { runQuery } from '../warehouse/clickhouse/query.ts'
import { CountedStep, timeRangesOf } from '../warehouse/clickhouse/time-ranges.ts'
import { EVENT_TABLES } from '../events/event-tables.ts'
import type { SeenIds } from '../ingest/seen-ids.ts'
import { WINDOW_DAYS } from '../spool/id-window.ts'
import { eventIdsOf, rowTextsOf, valuesOf } from '../spool/row-block.ts'
import type { Spool } from '../spool/spool.ts'
import type { DeadLetters } from '../warehouse/loader/dead-letters.ts'

const AssignmentRow = z.object({ session_id: z.string(), test_name: z.string() })

/** Ids remembered between two turns of the event loop: a few milliseconds. Beacons are accepted meanwhile. */
const IDS_PER_TURN = 2_000

/** Remembers the events in the segments that are kept. @param stop ends it early. */
export async function rememberRetainedRows(seen: SeenIds, spool: Spool, stop?: AbortSignal): Promise<void> {
  let ids = 0
  for await (const { table, bytes, lastWriteAt } of spool.retainedRows()) {
    for (const id of eventIdsOf(bytes)) {
      seen.add(id, lastWriteAt)
      if (++ids % IDS_PER_TURN === 0) await turn()
    }
    if (stop?.aborted) return
    if (table !== 'ab_test_assignments') continue
    for (const text of rowTextsOf(bytes)) {
      const { session_id, test_name } = AssignmentRow.parse(valuesOf(table, text))
      seen.recallAssignment(session_id, test_name, lastWriteAt)
      if (++ids % IDS_PER_TURN === 0) await turn()
    }
  }
}

/** Remembers refused rows: their segments are removed, and a retry may still store them. */
export async function rememberDeadLetters(seen: SeenIds, deadLetters: DeadLetters): Promise<void> {
  for (const deadLetter of await deadLetters.list()) {
    const { rows } = await deadLetters.read(deadLetter)
    for (const id of eventIdsOf(rows)) seen.add(id, Date.parse(deadLetter.at))
  }
}

const StoredId = z.object({
  event_id: z.string(),
  at_ms: z.coerce.number(),
  session_id: z.string(),
  test_name: z.string(),
})

/** Rows fetched with one query. */
const MAX_ROWS = 200_000

/**
 * Remembers the stored events of the last seven days, one time range after another, so that memory stays flat.
 *
 * @param stop ends it early.
 */
export async function rememberStoredRows(
  seen: SeenIds,
  client: ClickHouseClient,
  stop?: AbortSignal,
  now = Date.now(),
): Promise<void> {
  const tables = EVENT_TABLES.map(
    (table) => `SELECT event_id, received_at,
      ${table === 'ab_test_assignments' ? 'session_id, test_name' : "'' AS session_id, '' AS test_name"}
      FROM analytics.${table}
      WHERE received_at >= fromUnixTimestamp64Milli({from: Int64})
        AND received_at < fromUnixTimestamp64Milli({to: Int64})`,
  ).join(' UNION ALL ')
  const since = now - (WINDOW_DAYS * 24 + 1) * HOUR_MS
  const hours = await runQuery(client, {
    name: 'ids by the hour',
    sql: `SELECT toUnixTimestamp(toStartOfHour(received_at)) * 1000 AS at, count() AS rows
      FROM (${tables}) GROUP BY at ORDER BY at`,
    params: { from: since, to: now + HOUR_MS },
    row: CountedStep,
  })
  for (const { from, to } of timeRangesOf(hours, MAX_ROWS, HOUR_MS)) {
    const result = await client.query({
      query: `SELECT event_id, toUnixTimestamp64Milli(received_at) AS at_ms, session_id, test_name FROM (${tables})`,
      query_params: { from, to },
      format: 'JSONEachRow',
    })
    // Some hundred rows at a time, so that beacons are accepted in between.
    for await (const rows of result.stream()) {
      for (const row of rows) {
        const { event_id, at_ms, session_id, test_name } = StoredId.parse(row.json())
        seen.add(event_id, at_ms)
        if (session_id) seen.recallAssignment(session_id, test_name, at_ms)
      }
      if (stop?.aborted) return
      await turn()
    }
  }
}
