import { setImmediate as turn } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { DAY_MS, HOUR_MS } from '@half-measure/shared/durations.ts'
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

const RECEIVED = `received_at >= fromUnixTimestamp64Milli({from: Int64})
  AND received_at < fromUnixTimestamp64Milli({to: Int64})`

function idsOf(where: string): string {
  const tables = EVENT_TABLES.map(
    (table) => `SELECT event_id, received_at,
      ${table === 'ab_test_assignments' ? 'session_id, test_name' : "'' AS session_id, '' AS test_name"}
      FROM analytics.${table} WHERE ${where}`,
  )
  return tables.join(' UNION ALL ')
}

/** Rows fetched with one query. */
const MAX_ROWS = 200_000

/**
 * Remembers the stored events of the latest days with events, one time range after another, so that memory stays flat.
 * Which days these are does not depend on the clock: it may be wrong when a machine starts.
 *
 * @param stop ends it early.
 */
export async function rememberStoredRows(
  seen: SeenIds,
  client: ClickHouseClient,
  stop?: AbortSignal,
): Promise<void> {
  const hours = await runQuery(client, {
    name: 'ids by the hour',
    sql: `SELECT toUnixTimestamp(toStartOfHour(received_at)) * 1000 AS at, count() AS rows
      FROM (${idsOf('1')}) GROUP BY at ORDER BY at`,
    row: CountedStep,
  })
  for (const { from, to } of timeRangesOf(ofLatestDays(hours), MAX_ROWS, HOUR_MS)) {
    const result = await client.query({
      query: `SELECT event_id, toUnixTimestamp64Milli(received_at) AS at_ms, session_id, test_name FROM (${idsOf(RECEIVED)})`,
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

/** Those that the window of ids keeps at least. @param hours in order. */
function ofLatestDays<T extends { at: number }>(hours: readonly T[]): T[] {
  const dayOf = ({ at }: T) => Math.floor(at / DAY_MS)
  const days = new Set([...new Set(hours.map(dayOf))].slice(-WINDOW_DAYS - 1))
  return hours.filter((hour) => days.has(dayOf(hour)))
}
