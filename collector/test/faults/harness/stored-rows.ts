import type { ClickHouseClient } from '@clickhouse/client'
import { EVENT_TABLES, type EventTable } from '../../../src/events/event-tables.ts'
import { repeating } from './until.ts'

export type StoredRow = Readonly<Record<string, unknown>>

/** All rows of a query, as the database has them. */
export async function queryRows<Row = StoredRow>(client: ClickHouseClient, sql: string): Promise<Row[]> {
  return repeating(async () => {
    const result = await client.query({ query: sql, format: 'JSONEachRow' })
    return result.json<Row>()
  })
}

/** One figure. */
export async function figure(client: ClickHouseClient, sql: string): Promise<number> {
  const [row] = await queryRows<{ figure: unknown }>(client, `SELECT (${sql}) AS figure`)
  return Number(row?.figure)
}

/** All rows of all tables that fulfil a condition, a block at a time. */
export async function* storedRows(
  client: ClickHouseClient,
  condition = '1',
): AsyncGenerator<{ table: EventTable; row: StoredRow }> {
  for (const table of EVENT_TABLES) {
    const query = `SELECT * FROM analytics.${table} WHERE ${condition}`
    const result = await client.query({ query, format: 'JSONEachRow' })
    for await (const rows of result.stream<StoredRow>())
      for (const row of rows) yield { table, row: row.json() }
  }
}

/** Rows of a table, or of all of them, that fulfil a condition. */
export async function countStored(client: ClickHouseClient, condition = '1'): Promise<number> {
  const counts = EVENT_TABLES.map(
    (table) => `(SELECT count() FROM analytics.${table} WHERE ${condition})`,
  ).join(' + ')
  return figure(client, counts)
}
