import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../clickhouse/query.ts'
import { DAILY_ROLLUPS, HOURLY_ROLLUPS, rebuildDays, rebuildHours } from '../clickhouse/rollups.ts'

/**
 * Makes every rollup anew from raw, day by day. Run it with writing paused.
 *
 * @param progress told after each day: days done, days altogether.
 */
export async function rebuildRollups(
  client: ClickHouseClient,
  progress: (done: number, of: number) => void,
): Promise<{ days: number }> {
  // Days that only a rollup has are days whose rollup is wrong.
  const sources = [
    ...['page_views', 'click_events', 'conversion_events', 'engagement_events'].map(
      (table) => `SELECT DISTINCT toUnixTimestamp(toStartOfDay(created_at)) AS day FROM analytics.${table}`,
    ),
    ...HOURLY_ROLLUPS.map(
      (table) => `SELECT DISTINCT toUnixTimestamp(toStartOfDay(hour)) AS day FROM analytics.${table}`,
    ),
    ...DAILY_ROLLUPS.map(
      (table) => `SELECT DISTINCT toUnixTimestamp(toDateTime(day, 'UTC')) AS day FROM analytics.${table}`,
    ),
  ]
  const days = await runQuery(client, {
    name: 'days with rows',
    sql: `SELECT DISTINCT day FROM (${sources.join(' UNION ALL ')}) ORDER BY day`,
    row: z.object({ day: z.coerce.number() }),
  })
  for (const [i, { day }] of days.entries()) {
    await rebuildHours(
      client,
      Array.from({ length: 24 }, (_, hour) => day + hour * 3_600),
    )
    await rebuildDays(client, [day])
    progress(i + 1, days.length)
  }
  return { days: days.length }
}
