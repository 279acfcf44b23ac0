import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../clickhouse/query.ts'
import { rebuildHours, ROLLUPS } from '../clickhouse/rollups.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour * 3_600)

/** Makes all that the rollups have of a UTC day anew from raw. `day`: its start, seconds since 1970. */
export async function rebuildDay(client: ClickHouseClient, day: number): Promise<void> {
  await rebuildHours(
    client,
    HOURS.map((hour) => day + hour),
  )
}

/** Starts of the UTC days of which there is anything, seconds since 1970, oldest first. */
export async function daysWithRows(client: ClickHouseClient): Promise<number[]> {
  // Days that only a rollup has are days whose rollup is wrong.
  const sources = [
    ...['page_views', 'click_events', 'conversion_events', 'engagement_events'].map(
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
