import { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'
import type { EventTable } from '../../events/event-tables.ts'
import { DATABASE } from './clickhouse.ts'
import { literal } from './query.ts'

export type InsertSettings = Readonly<Record<string, string | number>>

/**
 * Inserts ready NDJSON into a table, `database.table`.
 *
 * @param rows in memory, or as a stream.
 * @throws {ClickHouseError} if the database refuses.
 */
export async function insertRows(
  client: ClickHouseClient,
  table: string,
  rows: Buffer | AsyncIterable<Buffer>,
  settings: InsertSettings,
): Promise<void> {
  const written = Object.entries(settings).map(
    ([name, value]) => `${name} = ${typeof value === 'number' ? value : literal(value)}`,
  )
  const { stream } = await client.exec({
    query: `INSERT INTO ${table} SETTINGS ${written.join(', ')} FORMAT JSONEachRow`,
    values: Readable.from(Buffer.isBuffer(rows) ? [rows] : rows),
  })
  // An unread response keeps its connection.
  for await (const _ of stream) void _
}

/** Inserts events under a token. A table accepts a token once, so repeating the insert changes nothing. */
export function insertEvents(
  client: ClickHouseClient,
  table: EventTable,
  rows: Buffer,
  token: string,
): Promise<void> {
  return insertRows(client, `${DATABASE}.${table}`, rows, {
    insert_deduplication_token: token,
    insert_deduplicate: 1,
    deduplicate_blocks_in_dependent_materialized_views: 1,
    async_insert: 0,
    input_format_skip_unknown_fields: 0,
    materialized_views_ignore_errors: 0,
  })
}
