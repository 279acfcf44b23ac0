import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { EVENT_TABLES, timeOf } from '../../events/event-tables.ts'
import { runQuery, runQueryForNumber } from '../../warehouse/clickhouse/query.ts'

/** Maximum number of rows returned per table. A reader has far fewer; a script that never ends its session may not. */
const MAX_ROWS = 10_000

/** Every table with rows of a session: how they are found, and what is shown of them. */
const OF_A_SESSION = [
  ...EVENT_TABLES.map((table) => ({
    table,
    columns: '* EXCEPT (batch_id, collector_id)',
    time: timeOf(table),
    where: 'session_id = {session: String}',
  })),
  {
    table: 'variant_switches',
    columns: '* EXCEPT session_hash',
    time: 'switched_at',
    where: 'session_hash = halfMD5({session: String})',
  },
]

/** The events of a session as they are stored, and the second variants that it saw, by table, oldest first. */
export async function recordsOfSession(
  client: ClickHouseClient,
  sessionId: string,
): Promise<Record<string, Record<string, unknown>[]>> {
  const records: Record<string, Record<string, unknown>[]> = {}
  for (const { table, columns, time, where } of OF_A_SESSION)
    records[table] = await runQuery(client, {
      name: `${table} of a session`,
      sql: `SELECT ${columns} FROM analytics.${table}
        WHERE ${where} ORDER BY ${time} LIMIT ${MAX_ROWS}`,
      params: { session: sessionId },
      row: z.record(z.string(), z.unknown()),
    })
  return records
}

/** How many rows of a session are stored, by table. */
export async function countsOfSession(
  client: ClickHouseClient,
  sessionId: string,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table, where } of OF_A_SESSION)
    counts[table] = await runQueryForNumber(client, {
      name: `number of ${table} of a session`,
      sql: `SELECT count() AS rows FROM analytics.${table} WHERE ${where}`,
      params: { session: sessionId },
    })
  return counts
}
