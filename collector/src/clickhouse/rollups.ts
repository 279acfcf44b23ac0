import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from './query.ts'

/** The rollups by what their rows are kept apart by in time. Sessions are kept by the day, the rest by the hour. */
export const HOURLY_ROLLUPS = ['page_views_1h', 'dimensions_1h'] as const
export const DAILY_ROLLUPS = ['session_facts'] as const
type Rollup = (typeof HOURLY_ROLLUPS)[number] | (typeof DAILY_ROLLUPS)[number]

/** A view as the engine has it: the one place that says how raw rows become rolled-up ones. */
const View = z.object({ name: z.string(), as_select: z.string() })

/** Raw rows that count: a condition on them, and its parameters. */
interface RawFilter {
  readonly sql: string
  readonly params: Readonly<Record<string, unknown>>
}
const ALL_ROWS: RawFilter = { sql: '1', params: {} }

/**
 * Makes rows of the hourly rollups anew from raw, for the given hours. Nothing may write meanwhile.
 *
 * @param hours starts of UTC hours, seconds since 1970.
 */
export async function rebuildHours(
  client: ClickHouseClient,
  hours: readonly number[],
  filter = ALL_ROWS,
): Promise<void> {
  const rawKey = 'toUnixTimestamp(toStartOfHour(created_at))'
  for (const rollup of HOURLY_ROLLUPS) {
    await rebuild(client, { rollup, key: 'toUnixTimestamp(hour)', rawKey, keys: hours, filter })
  }
}

/**
 * Makes rows of the daily rollups anew from raw, for the given days. Nothing may write meanwhile.
 *
 * @param days starts of UTC days, seconds since 1970.
 */
export async function rebuildDays(
  client: ClickHouseClient,
  days: readonly number[],
  filter = ALL_ROWS,
): Promise<void> {
  const key = "toUnixTimestamp(toDateTime(day, 'UTC'))"
  const rawKey = 'toUnixTimestamp(toStartOfDay(created_at))'
  for (const rollup of DAILY_ROLLUPS) await rebuild(client, { rollup, key, rawKey, keys: days, filter })
}

interface Rebuild {
  readonly rollup: Rollup
  /** What tells apart the rows to make anew, in the rollup and in the raw table. */
  readonly key: string
  readonly rawKey: string
  readonly keys: readonly number[]
  readonly filter: RawFilter
}

async function rebuild(
  client: ClickHouseClient,
  { rollup, key, rawKey, keys, filter }: Rebuild,
): Promise<void> {
  if (keys.length === 0) return
  const list = keys.join(', ')
  await client.command({
    query: `ALTER TABLE analytics.${rollup} DELETE WHERE ${key} IN (${list}) SETTINGS mutations_sync = 2`,
  })
  for (const { name, as_select } of await viewsOf(client, rollup)) {
    const select = as_select.replace(
      /\bFROM analytics\.(\w+)/,
      (_, table: string) =>
        `FROM (SELECT * FROM analytics.${table} WHERE ${rawKey} IN (${list}) AND ${filter.sql}) AS ${table}`,
    )
    if (select === as_select)
      throw new Error(`the view ${name} reads no table of ours: its rollup cannot be rebuilt`)
    // No token: these are not the rows of any batch.
    await client.command({
      query: `INSERT INTO analytics.${rollup} (${columnsOf(as_select).join(', ')}) ${select}
        SETTINGS insert_deduplicate = 0`,
      query_params: { ...filter.params },
    })
  }
}

function viewsOf(client: ClickHouseClient, rollup: Rollup): Promise<z.output<typeof View>[]> {
  return runQuery(client, {
    name: 'views of a rollup',
    sql: `SELECT name, as_select FROM system.tables
      WHERE database = 'analytics' AND engine = 'MaterializedView' AND startsWith(name, {rollup: String}) ORDER BY name`,
    params: { rollup },
    row: View,
  })
}

/** Names that a view's SELECT gives its columns, in order. */
function columnsOf(select: string): string[] {
  const list = select.slice('SELECT '.length, select.indexOf(' FROM '))
  let depth = 0
  let column = ''
  const columns: string[] = []
  for (const character of list) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) {
      columns.push(column)
      column = ''
    } else {
      column += character
    }
  }
  columns.push(column)
  return columns.map(
    (text) =>
      text
        .trim()
        .split(/\s+AS\s+/)
        .at(-1)
        ?.split('.')
        .at(-1) ?? text.trim(),
  )
}
