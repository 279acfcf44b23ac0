import { Readable } from 'node:stream'
import { type ClickHouseClient, parseError } from '@clickhouse/client'
import type { ChdbConnection } from 'chdb/connection'

export type InsertSettings = Readonly<Record<string, string | number>>

/** The embedded engine behind a client, where there is one. */
const engines = new WeakMap<ClickHouseClient, ChdbConnection>()

/** Has the rows of this client handed to the embedded engine as they are. */
export function insertByEngine(client: ClickHouseClient, engine: ChdbConnection): ClickHouseClient {
  engines.set(client, engine)
  return client
}

/**
 * Inserts ready NDJSON into a table, `database.table`. Settings stand in the statement, because the embedded engine
 * would keep them otherwise. Its own insert takes the bytes as they lie there: through the client they would be made
 * into one text, twice, while nobody is served.
 *
 * @throws {ClickHouseError} where the database refuses, server and engine alike.
 */
export async function insertRows(
  client: ClickHouseClient,
  table: string,
  rows: Buffer,
  settings: InsertSettings,
): Promise<void> {
  const engine = engines.get(client)
  if (engine) {
    const statement = { table, format: 'JSONEachRow', settings: { ...settings, ...ONE_THREAD } } as const
    await engine.chdb.rawInsert({ ...statement, values: rows }).catch((error: Error) => {
      throw Object.assign(parseError(error.message), { cause: error })
    })
    return
  }
  const written = Object.entries(settings).map(([name, value]) => `${name} = ${literal(value)}`)
  const { stream } = await client.exec({
    query: `INSERT INTO ${table} SETTINGS ${written.join(', ')} FORMAT JSONEachRow`,
    values: Readable.from([rows]),
  })
  // An answer that is not read keeps its connection.
  for await (const _ of stream) void _
}

/** The engine shares its cores with whoever answers readers: more threads end sooner, and keep them waiting meanwhile. */
const ONE_THREAD = { max_threads: 1, max_insert_threads: 1, input_format_parallel_parsing: 0 }

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll(/['\\]/g, '\\$&')}'`
}
