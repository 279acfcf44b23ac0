import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery, runQueryForOne } from '../../clickhouse/query.ts'
import { EVENT_TABLES, type EventTable } from '../../event-tables.ts'
import { insertEvents } from '../../warehouse/loader/batch-rows.ts'
import { writeMember } from './archive.ts'
import { BackupError, type Manifest } from './manifest.ts'

/** Rows of one file, unless more came in one minute. */
const PART_ROWS = 50_000

const MINUTE_MS = 60_000

/**
 * Writes the raw rows into files, table by table. Rollups are left out: inserting the rows makes them again. Run it
 * while nothing is being written.
 */
export async function backUpEvents(
  client: ClickHouseClient,
  folder: string,
  progress: (line: string) => void,
): Promise<Manifest['clickhouse']> {
  const tables: Manifest['clickhouse']['tables'] = []
  for (const table of EVENT_TABLES) {
    const parts = []
    for (const [i, { from, to, rows }] of (await stretches(client, table)).entries()) {
      const file = `clickhouse/${table}/${String(i).padStart(6, '0')}.ndjson.zst`
      const result = await client.query({
        query: `SELECT * FROM analytics.${table}
          WHERE received_at >= fromUnixTimestamp64Milli({from: Int64})
            AND received_at < fromUnixTimestamp64Milli({to: Int64})`,
        query_params: { from, to },
        format: 'JSONEachRow',
      })
      await writeMember(folder, file, await result.text())
      parts.push({ file, rows })
    }
    tables.push({ table, parts })
    progress(`${table}: ${parts.reduce((sum, { rows }) => sum + rows, 0)} rows`)
  }
  const { version } = await runQueryForOne(client, {
    name: 'newest migration',
    sql: 'SELECT max(number) AS version FROM analytics.schema_migrations',
    row: z.object({ version: z.coerce.number() }),
  })
  return { version, tables }
}

/** Puts the rows of one file back. The token makes sure that a repeated insert changes nothing. */
export function restoreEvents(
  client: ClickHouseClient,
  table: EventTable,
  rows: Buffer,
  token: string,
): Promise<void> {
  return insertEvents(client, table, rows, token)
}

/** @throws {BackupError} unless the database has no event. */
export async function expectNoEvents(client: ClickHouseClient): Promise<void> {
  const tables = await runQuery(client, {
    name: 'tables with rows',
    sql: `SELECT name, toUInt64(ifNull(total_rows, 0)) AS rows FROM system.tables
      WHERE database = 'analytics' AND name IN {tables: Array(String)} AND rows > 0`,
    params: { tables: [...EVENT_TABLES] },
    row: z.object({ name: z.string(), rows: z.coerce.number() }),
  })
  if (tables.length === 0) return
  const found = tables.map(({ name, rows }) => `${name} ${rows}`).join(', ')
  throw new BackupError(
    `The ClickHouse database is not empty (rows: ${found}). A backup is restored into an empty stack only: ` +
      'nothing here is merged or replaced.',
  )
}

/** Stretches of time with about so many rows each, by the minute of their arrival. */
async function stretches(
  client: ClickHouseClient,
  table: EventTable,
): Promise<{ from: number; to: number; rows: number }[]> {
  const minutes = await runQuery(client, {
    name: 'rows by the minute',
    sql: `SELECT toUnixTimestamp(toStartOfMinute(received_at)) * 1000 AS at, count() AS rows
      FROM analytics.${table} GROUP BY at ORDER BY at`,
    row: z.object({ at: z.coerce.number(), rows: z.coerce.number() }),
  })
  const found: { from: number; to: number; rows: number }[] = []
  for (const { at, rows } of minutes) {
    const last = found.at(-1)
    if (last && last.rows + rows <= PART_ROWS) {
      last.to = at + MINUTE_MS
      last.rows += rows
    } else {
      found.push({ from: at, to: at + MINUTE_MS, rows })
    }
  }
  return found
}
