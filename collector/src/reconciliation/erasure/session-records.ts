import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { EVENT_TABLES, timeOf } from '../../events/event-tables.ts'
import { runQuery, runQueryForOne } from '../../warehouse/clickhouse/query.ts'

/** Rows of a table that are returned; a reader has far fewer, a script that never ends its session may have more. */
const MAX_ROWS = 10_000

/** The events of a session as they are stored, by table, oldest first. */
export async function recordsOfSession(
  client: ClickHouseClient,
  sessionId: string,
): Promise<Record<string, Record<string, unknown>[]>> {
  const records: Record<string, Record<string, unknown>[]> = {}
  for (const table of EVENT_TABLES)
    records[table] = await runQuery(client, {
      name: `${table} of a session`,
      sql: `SELECT * EXCEPT (batch_id, collector_id) FROM analytics.${table}
        WHERE session_id = {session: String} ORDER BY ${timeOf(table)} LIMIT ${MAX_ROWS}`,
      params: { session: sessionId },
      row: z.record(z.string(), z.unknown()),
    })
  return records
}

/** How many events of a session are stored, by table. */
export async function countsOfSession(
  client: ClickHouseClient,
  sessionId: string,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of EVENT_TABLES) {
    const { rows } = await runQueryForOne(client, {
      name: `number of ${table} of a session`,
      sql: `SELECT count() AS rows FROM analytics.${table} WHERE session_id = {session: String}`,
      params: { session: sessionId },
      row: z.object({ rows: z.coerce.number() }),
    })
    counts[table] = rows
  }
  return counts
}
