import { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'
import { literal } from './query.ts'

export type InsertSettings = Readonly<Record<string, string | number>>

/**
 * Inserts ready NDJSON into a table, `database.table`.
 *
 * @throws {ClickHouseError} where the database refuses.
 */
export async function insertRows(
  client: ClickHouseClient,
  table: string,
  rows: Buffer,
  settings: InsertSettings,
): Promise<void> {
  const written = Object.entries(settings).map(
    ([name, value]) => `${name} = ${typeof value === 'number' ? value : literal(value)}`,
  )
  const { stream } = await client.exec({
    query: `INSERT INTO ${table} SETTINGS ${written.join(', ')} FORMAT JSONEachRow`,
    values: Readable.from([rows]),
  })
  // A response that is not read keeps its connection.
  for await (const _ of stream) void _
}
