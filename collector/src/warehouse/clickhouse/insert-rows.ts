import { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'
import { literal } from './query.ts'

export type InsertSettings = Readonly<Record<string, string | number>>

/**
 * Inserts ready NDJSON into a table, `database.table`.
 *
 * @param rows where they are not in memory already: as they are sent.
 * @throws {ClickHouseError} where the database refuses.
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
  // A response that is not read keeps its connection.
  for await (const _ of stream) void _
}
