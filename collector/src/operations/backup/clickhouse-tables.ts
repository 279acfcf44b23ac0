import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import type { Clients } from '../../warehouse/clickhouse/clickhouse.ts'
import { insertEventObjects, insertRows } from '../../warehouse/clickhouse/insert-rows.ts'
import { runQuery, runQueryForNumber, type QueryRows } from '../../warehouse/clickhouse/query.ts'
import { isInPart, paramsOf, partsOf } from '../../warehouse/clickhouse/row-parts.ts'
import { EVENT_TABLES, type EventTable } from '../../events/event-tables.ts'
import type { WriteMember } from './archive.ts'
import { BACKED_UP_TABLES, BackupError, type Manifest } from './manifest.ts'

/** Rows per file, which is in memory while it is written and restored: the longest rows have some 10 KB. */
const PART_ROWS = 20_000

/**
 * Writes into files: raw rows, removals, consent coverage, imported history, and which sessions saw a second variant.
 * Not sessions, which are built from the rows. Run it while nothing is removed. Rows that other collectors load
 * meanwhile may or may not be included.
 */
export async function backUpClickHouse(
  shards: readonly Pick<Clients, 'migrator'>[],
  write: WriteMember,
  progress: (line: string) => void,
  partRows = PART_ROWS,
): Promise<Manifest['clickhouse']> {
  const tables: Manifest['clickhouse']['tables'] = []
  for (const [shard, { migrator }] of shards.entries())
    tables.push(...(await backUpShard(migrator, shard, write, progress, partRows)))
  const version = Math.max(...(await Promise.all(shards.map(({ migrator }) => newestMigration(migrator)))))
  return { version, shards: shards.length, tables }
}

function newestMigration(client: ClickHouseClient): Promise<number> {
  return runQueryForNumber(client, {
    name: 'newest migration',
    sql: 'SELECT max(number) AS version FROM analytics.schema_migrations',
  })
}

async function backUpShard(
  client: ClickHouseClient,
  shard: number,
  write: WriteMember,
  progress: (line: string) => void,
  partRows: number,
): Promise<Manifest['clickhouse']['tables']> {
  const tables: Manifest['clickhouse']['tables'] = []
  const queryRows: QueryRows = (query) => runQuery(client, query)
  const into = `clickhouse/${shard + 1}`
  for (const table of EVENT_TABLES) {
    const parts: Parts = []
    for await (const part of partsOf(queryRows, { table, time: 'received_at' }, partRows)) {
      const file = `${into}/${table}/${String(parts.length).padStart(6, '0')}.ndjson.zst`
      const query = `SELECT * FROM analytics.${table} WHERE ${isInPart('received_at')}`
      parts.push(await writeRows(client, write, file, query, paramsOf(part)))
    }
    tables.push({ table, shard, parts })
    progress(`${table}: ${parts.reduce((sum, { rows }) => sum + rows, 0)} rows`)
  }
  for (const [table, split] of Object.entries(splitsOf(await countRemovals(client))) as [SplitTable, Split][])
    tables.push({
      table,
      shard,
      parts: await backUpSplit(client, write, `${into}/${table}`, table, split, partRows),
    })
  return tables
}

type Parts = Manifest['clickhouse']['tables'][number]['parts']
type SplitTable = Exclude<(typeof BACKED_UP_TABLES)[number], EventTable>

interface Split {
  /** An expression: one file for each of its values. */
  readonly by: string
  readonly type: 'UInt32' | 'UUID'
  /** Rows that a merge would combine are combined here. */
  readonly columns: string
  readonly groups?: string
  /** Distinguishes rows of a value, so that a value with many can be divided into several files. */
  readonly key?: string
}

/** Removals per file. */
const PART_REMOVALS = 500_000

/** How tables other than the events' are split into files. @param removals rows of `removed_events`. */
const splitsOf = (removals: number): Readonly<Record<SplitTable, Split>> => ({
  removed_events: {
    by: `cityHash64(stored.removal_id) % ${Math.ceil(removals / PART_REMOVALS) || 1}`,
    type: 'UInt32',
    columns: 'reason, collector_id, table, removal_id, max(stored.rows) AS rows',
    groups: 'reason, collector_id, table, removal_id',
  },
  // One row per page, country and hour.
  coverage_counts: {
    by: 'toYYYYMMDD(stored.hour)',
    type: 'UInt32',
    columns: `hour, page_path, country, sum(loads) AS loads, sum(bot_loads) AS bot_loads,
      sum(banners_shown) AS banners_shown, sum(banners_accepted) AS banners_accepted,
      sum(banners_rejected) AS banners_rejected`,
    groups: 'hour, page_path, country',
  },
  variant_switches: {
    by: 'toYYYYMM(stored.switched_at)',
    type: 'UInt32',
    columns: 'session_hash, test_name, variant, min(switched_at) AS switched_at',
    groups: 'session_hash, test_name, variant',
  },
  imported_history: {
    by: 'stored.import_id',
    type: 'UUID',
    columns: '*',
    key: 'stored.dimension, stored.day, stored.value',
  },
})

function countRemovals(client: ClickHouseClient): Promise<number> {
  return runQueryForNumber(client, {
    name: 'removals',
    sql: 'SELECT count() AS rows FROM analytics.removed_events',
  })
}

async function backUpSplit(
  client: ClickHouseClient,
  write: WriteMember,
  into: string,
  table: SplitTable,
  { by, type, columns, groups, key }: Split,
  partRows: number,
): Promise<Parts> {
  const files = await runQuery(client, {
    name: `parts of ${table}`,
    sql: `SELECT ${by} AS value, count() AS rows FROM analytics.${table} AS stored GROUP BY value ORDER BY value`,
    row: z.object({ value: z.number().or(z.uuid()), rows: z.coerce.number() }),
  })
  const parts = []
  for (const { value, rows } of files) {
    // Dividing by hash puts each row into one file, whatever is stored meanwhile.
    const count = key === undefined ? 1 : Math.ceil(rows / partRows)
    for (let part = 0; part < count; part++) {
      const query = `SELECT ${columns} FROM analytics.${table} AS stored WHERE ${by} = {value: ${type}}
        ${count > 1 ? `AND cityHash64(${key}) % {count: UInt32} = {part: UInt32}` : ''}
        ${groups ? `GROUP BY ${groups}` : ''}`
      const file = `${into}/${value}${count > 1 ? `-${part}` : ''}.ndjson.zst`
      parts.push(await writeRows(client, write, file, query, { value, count, part }))
    }
  }
  return parts
}

/** Writes the rows of a query into a file. */
async function writeRows(
  client: ClickHouseClient,
  write: WriteMember,
  file: string,
  query: string,
  query_params: Record<string, unknown>,
): Promise<Parts[number]> {
  const result = await client.query({ query, query_params, format: 'JSONEachRow' })
  const text = await result.text()
  await write(file, text)
  return { file, rows: text.split('\n').filter(Boolean).length }
}

/** Restores the rows of one file. With the token, repeating the insert changes nothing. */
export function restoreRows(
  client: ClickHouseClient,
  table: (typeof BACKED_UP_TABLES)[number],
  rows: Buffer,
  token: string,
): Promise<void> {
  if (isEventTable(table)) return insertEventObjects(client, table, rows, token)
  return insertRows(client, `analytics.${table}`, rows, {
    insert_deduplication_token: token,
    async_insert: 0,
  })
}

function isEventTable(table: string): table is EventTable {
  return EVENT_TABLES.some((known) => known === table)
}

/** @throws {BackupError} unless the database is empty. */
export async function expectEmptyClickHouse(client: ClickHouseClient): Promise<void> {
  const tables = await runQuery(client, {
    name: 'tables with rows',
    sql: `SELECT name, toUInt64(ifNull(total_rows, 0)) AS rows FROM system.tables
      WHERE database = 'analytics' AND name IN {tables: Array(String)} AND rows > 0`,
    params: { tables: [...BACKED_UP_TABLES] },
    row: z.object({ name: z.string(), rows: z.coerce.number() }),
  })
  if (tables.length === 0) return
  const found = tables.map(({ name, rows }) => `${name} ${rows}`).join(', ')
  throw new BackupError(
    `The ClickHouse database is not empty (rows: ${found}). A backup is restored into an empty stack only: ` +
      'nothing here is merged or replaced.',
  )
}
