import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery, runQueryForOne } from '../clickhouse/query.ts'
import { DAYS_THAT_HOLD } from './days-that-hold.ts'

const DAY_S = 86_400

/**
 * Compares what closed days say happened on each day (views, clicks, conversions, pounds) with `visits_1h`. A day is
 * compared if the one before is closed as well, since it has the visits that go on over midnight.
 *
 * @returns how many days were compared, and the starts of those that differ, seconds since 1970.
 */
export async function compareDays(
  client: ClickHouseClient,
): Promise<{ days: number; differing: readonly number[] }> {
  const closed = await runQuery(client, DAYS_THAT_HOLD)
  const held = new Set(closed.map(({ day }) => day))
  const days = [...held].filter((day) => held.has(day - DAY_S))
  const { differing } = await runQueryForOne(client, {
    name: 'closed days and their visits',
    sql: `SELECT groupArrayIf(toUnixTimestamp(toDateTime(day, 'UTC')), happened != 0 OR pounds != 0) AS differing FROM (
        SELECT day, sum(side * toInt64(views)) != 0 OR sum(side * toInt64(clicks)) != 0
            OR sum(side * toInt64(conversions)) != 0 AS happened, sum(side * revenue) AS pounds
        FROM (
          SELECT toDate(first_hour) AS day, 1 AS side, page_views AS views, clicks, conversions, revenue
          FROM analytics.closed_sums
          WHERE dimension = '' AND version IN {versions: Array(UInt64)} AND toDate(first_hour) = toDate(last_hour)
          UNION ALL
          SELECT toDate(hour), 1, views, clicks, conversions, revenue FROM analytics.closed_visits_1h
          WHERE version IN {versions: Array(UInt64)} AND (is_simple = 0 OR toDate(first_hour) != toDate(last_hour))
          UNION ALL
          SELECT toDate(hour), -1, views, clicks, conversions, revenue FROM analytics.visits_1h
        )
        WHERE toUnixTimestamp(toDateTime(day, 'UTC')) IN {days: Array(UInt32)}
        GROUP BY day
      )`,
    params: { versions: closed.map(({ version }) => version), days },
    row: z.object({ differing: z.array(z.coerce.number()) }),
  })
  return { days: days.length, differing }
}
