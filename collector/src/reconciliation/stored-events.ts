import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../clickhouse/query.ts'

/** How many of these page views are in the database. */
export async function countStoredViews(
  client: ClickHouseClient,
  eventIds: readonly string[],
): Promise<number> {
  const [row] = await runQuery(client, {
    name: 'page views that are there',
    sql: 'SELECT count() AS rows FROM analytics.page_views WHERE event_id IN {ids: Array(UUID)}',
    params: { ids: eventIds },
    row: z.object({ rows: z.coerce.number() }),
  })
  return row?.rows ?? 0
}
