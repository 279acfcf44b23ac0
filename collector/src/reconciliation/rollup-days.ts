import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../warehouse/clickhouse/query.ts'
import { ROLLUPS } from '../warehouse/clickhouse/rollup-comparisons.ts'
import { rebuildHours } from '../warehouse/clickhouse/rollups.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour * 3_600)

/**
 * Raw rows of which rollups are made anew at once. Every time means waiting for mutations, for a second or so each,
 * however little they take out; and events that arrive meanwhile wait for as long as it takes.
 */
const MAX_ROWS = 250_000
const MAX_DAYS = 31

/** Makes all that the rollups have of UTC days anew from raw. `days`: their starts, seconds since 1970. */
export async function rebuildDays(client: ClickHouseClient, days: readonly number[]): Promise<void> {
  await rebuildHours(
    client,
    days.flatMap((day) => HOURS.map((hour) => day + hour)),
  )
}

/** Parts days into as many as are made anew at once, one at least. */
export async function inStretches(client: ClickHouseClient, days: readonly number[]): Promise<number[][]> {
  if (days.length <= 1) return days.map((day) => [day])
  const counted = await runQuery(client, {
    name: 'raw rows by the day',
    sql: `SELECT day, count() AS rows FROM (${RAW_TABLES.map(
      (table) => `SELECT toUnixTimestamp(toStartOfDay(created_at)) AS day FROM analytics.${table}`,
    ).join(' UNION ALL ')}) GROUP BY day`,
    row: z.object({ day: z.coerce.number(), rows: z.coerce.number() }),
  })
  return stretches(days, new Map(counted.map(({ day, rows }) => [day, rows])))
}

/** @param rows of a day; a day that is not there has none. */
export function stretches(days: readonly number[], rows: ReadonlyMap<number, number>): number[][] {
  const parts: number[][] = []
  let held = 0
  for (const day of days) {
    const last = parts.at(-1)
    const more = rows.get(day) ?? 0
    if (last && last.length < MAX_DAYS && held + more <= MAX_ROWS) {
      last.push(day)
      held += more
    } else {
      parts.push([day])
      held = more
    }
  }
  return parts
}

const RAW_TABLES = ['page_views', 'click_events', 'conversion_events', 'engagement_events']

/** Starts of the UTC days of which there is anything, seconds since 1970, oldest first. */
export async function daysWithRows(client: ClickHouseClient): Promise<number[]> {
  // Days that only a rollup has are days whose rollup is wrong.
  const sources = [
    ...RAW_TABLES.map(
      (table) => `SELECT DISTINCT toUnixTimestamp(toStartOfDay(created_at)) AS day FROM analytics.${table}`,
    ),
    ...ROLLUPS.map(
      (table) => `SELECT DISTINCT toUnixTimestamp(toStartOfDay(hour)) AS day FROM analytics.${table}`,
    ),
  ]
  const days = await runQuery(client, {
    name: 'days with rows',
    sql: `SELECT DISTINCT day FROM (${sources.join(' UNION ALL ')}) ORDER BY day`,
    row: z.object({ day: z.coerce.number() }),
  })
  return days.map(({ day }) => day)
}
