import type { ClickHouseClient } from '@clickhouse/client'
import { EVENT_TABLES, type EventTable } from '../../../src/events/event-tables.ts'

export type StoredRow = Readonly<Record<string, unknown>>

/** All rows of a question, as the database has them. */
export async function ask<Row = StoredRow>(client: ClickHouseClient, sql: string): Promise<Row[]> {
  const result = await client.query({ query: sql, format: 'JSONEachRow' })
  return result.json<Row>()
}

/** One figure. */
export async function figure(client: ClickHouseClient, sql: string): Promise<number> {
  const [row] = await ask<{ figure: unknown }>(client, `SELECT (${sql}) AS figure`)
  return Number(row?.figure)
}

/** All rows of all tables. */
export async function storedRows(client: ClickHouseClient): Promise<{ table: EventTable; row: StoredRow }[]> {
  const found: { table: EventTable; row: StoredRow }[] = []
  for (const table of EVENT_TABLES) {
    for (const row of await ask(client, `SELECT * FROM analytics.${table}`)) found.push({ table, row })
  }
  return found
}

/** Rows of a table, or of all of them, that fulfil a condition. */
export async function countStored(client: ClickHouseClient, condition = '1'): Promise<number> {
  const counts = EVENT_TABLES.map(
    (table) => `(SELECT count() FROM analytics.${table} WHERE ${condition})`,
  ).join(' + ')
  return figure(client, counts)
}
