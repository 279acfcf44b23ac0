import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { failpoint } from '../../platform/failpoint.ts'
import { compareRollup } from './compare-rollup.ts'
import { runQuery } from './query.ts'
import { ALL_ROWS, ROLLUPS, type Rollup, type RawFilter } from './rollup-comparisons.ts'

/** A view as the engine has it: the one place that says how raw rows become rolled-up ones. */
const View = z.object({ name: z.string(), as_select: z.string() })

/** Somebody else writes to the same hours: what was made anew did not agree with the raw rows when it was compared. */
export class RollupsInMotionError extends Error {
  override name = 'RollupsInMotionError'
  readonly code = 'rollups_in_motion'
}

/** Another collector's insert may fall between two steps; so often in a row it does not. */
const MAX_ATTEMPTS = 5

const HOUR_S = 3_600

/**
 * Makes rows of the rollups anew from raw, for the given hours. This collector must not write meanwhile;
 * another one may, since what is made is compared with the raw rows, and made once more where it differs.
 *
 * @param hours starts of UTC hours, seconds since 1970.
 * @throws {RollupsInMotionError} if they still differ after some times.
 */
export async function rebuildHours(
  client: ClickHouseClient,
  hours: readonly number[],
  filter = ALL_ROWS,
): Promise<void> {
  for (const rollup of ROLLUPS) await rebuild(client, rollup, hours, filter)
}

async function rebuild(
  client: ClickHouseClient,
  rollup: Rollup,
  hours: readonly number[],
  filter: RawFilter,
): Promise<void> {
  let left = hours
  for (let attempt = 1; left.length > 0; attempt++) {
    if (attempt > MAX_ATTEMPTS)
      throw new RollupsInMotionError(
        `${rollup}: ${left.length} of its hours change while they are made anew; another collector writes there`,
      )
    await makeAnew(client, rollup, left, filter)
    left = await differingHours(client, rollup, left, filter)
  }
}

async function makeAnew(
  client: ClickHouseClient,
  rollup: Rollup,
  hours: readonly number[],
  filter: RawFilter,
): Promise<void> {
  const { rolled, raw } = conditionsOf(hours)
  await client.command({
    query: `ALTER TABLE analytics.${rollup} DELETE WHERE ${rolled} SETTINGS mutations_sync = 2`,
  })
  for (const { name, as_select } of await viewsOf(client, rollup)) {
    const select = as_select.replace(
      /\bFROM analytics\.(\w+)/,
      (_, table: string) =>
        `FROM (SELECT * FROM analytics.${table} WHERE ${raw} AND ${filter.sql}) AS ${table}`,
    )
    if (select === as_select)
      throw new Error(`the view ${name} reads no table of ours: its rollup cannot be rebuilt`)
    // No token: these are not the rows of any batch.
    await client.command({
      query: `INSERT INTO analytics.${rollup} (${columnsOf(as_select).join(', ')}) ${select}
        SETTINGS insert_deduplicate = 0`,
      query_params: { ...filter.params },
    })
    failpoint('rollups.after-view')
  }
}

/** Which of these hours of a rollup do not say what the raw rows say. */
async function differingHours(
  client: ClickHouseClient,
  rollup: Rollup,
  hours: readonly number[],
  filter: RawFilter,
): Promise<readonly number[]> {
  const { rolled, raw } = conditionsOf(hours)
  return (await compareRollup(client, rollup, rolled, raw, filter)).differing
}

/** The bounds let the engine pass over what lies outside of them; the lists are exact. */
function conditionsOf(hours: readonly number[]): { rolled: string; raw: string } {
  const list = hours.join(', ')
  const from = Math.min(...hours)
  const to = Math.max(...hours) + HOUR_S
  return {
    rolled: `toUnixTimestamp(hour) IN (${list})`,
    raw: `created_at >= toDateTime(${from}, 'UTC') AND created_at < toDateTime(${to}, 'UTC')
      AND toUnixTimestamp(toStartOfHour(created_at)) IN (${list})`,
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
