import { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'
import type { EventTable } from '../../events/event-tables.ts'
import { ROW_COLUMNS } from '../../events/row-columns.ts'
import { DATABASE } from './clickhouse.ts'
import { literal } from './query.ts'

export type InsertSettings = Readonly<Record<string, string | number>>

/**
 * Inserts ready NDJSON.
 *
 * @param into `database.table`, perhaps with a list of columns.
 * @param rows in memory, or as a stream.
 * @throws {ClickHouseError} if the database refuses.
 */
export async function insertRows(
  client: ClickHouseClient,
  into: string,
  rows: Buffer | AsyncIterable<Buffer>,
  settings: InsertSettings,
  format: 'JSONEachRow' | 'JSONCompactEachRow' = 'JSONEachRow',
): Promise<void> {
  const written = Object.entries(settings).map(
    ([name, value]) => `${name} = ${typeof value === 'number' ? value : literal(value)}`,
  )
  const { stream } = await client.exec({
    query: `INSERT INTO ${into} SETTINGS ${written.join(', ')} FORMAT ${format}`,
    values: Readable.from(Buffer.isBuffer(rows) ? [rows] : rows),
  })
  // An unread response keeps its connection.
  for await (const _ of stream) void _
}

/** A table accepts a token once, in its views too, so repeating the insert changes nothing. */
const once = (token: string): InsertSettings => ({
  insert_deduplication_token: token,
  insert_deduplicate: 1,
  deduplicate_blocks_in_dependent_materialized_views: 1,
  async_insert: 0,
  materialized_views_ignore_errors: 0,
})

/** Inserts rows as the log has them under a token, any number of times. */
export function insertEvents(
  client: ClickHouseClient,
  table: EventTable,
  rows: Buffer,
  token: string,
): Promise<void> {
  const into = `${DATABASE}.${table} (${ROW_COLUMNS[table].join(', ')})`
  const settings = {
    ...once(token),
    // Rows of an earlier version lack the newest columns.
    input_format_json_compact_allow_variable_number_of_columns: 1,
  }
  return insertRows(client, into, rows, settings, 'JSONCompactEachRow')
}

/** Inserts events as NDJSON under a token, any number of times. */
export function insertEventObjects(
  client: ClickHouseClient,
  table: EventTable,
  rows: Buffer,
  token: string,
): Promise<void> {
  return insertRows(client, `${DATABASE}.${table}`, rows, {
    ...once(token),
    input_format_skip_unknown_fields: 0,
  })
}
