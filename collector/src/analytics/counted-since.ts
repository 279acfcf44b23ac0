import { z } from 'zod'
import type { QueryRows } from '../warehouse/clickhouse/query.ts'

/** Whether an event came in time: a slow clock dates it up to a week before it came. @param time column of that date. */
export function isTimely(time: 'created_at' | 'assigned_at'): string {
  return `received_at < ${time} + INTERVAL 1 HOUR`
}

/**
 * When counting began: the hour of the first page view that came in time, or of the first one if all came late.
 * Milliseconds since 1970; undefined before there is one.
 */
export async function countedSince(queryRows: QueryRows): Promise<number | undefined> {
  for (const condition of [isTimely('created_at'), 'true']) {
    const [first] = await queryRows({
      name: 'first counted hour',
      sql: `SELECT toUnixTimestamp(toStartOfHour(created_at)) * 1000 AS at FROM analytics.page_views
        WHERE ${condition} ORDER BY toStartOfHour(created_at) LIMIT 1`,
      row: z.object({ at: z.coerce.number() }),
    })
    if (first) return first.at
  }
  return undefined
}
