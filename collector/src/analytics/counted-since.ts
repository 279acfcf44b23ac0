import { z } from 'zod'
import type { QueryRows } from './query-runner.ts'

/** When counting began: the hour of the first page view, milliseconds since 1970; undefined before there is one. */
export async function countedSince(queryRows: QueryRows, signal?: AbortSignal): Promise<number | undefined> {
  const [first] = await queryRows(
    {
      name: 'first counted hour',
      sql: `SELECT toUnixTimestamp(toStartOfHour(created_at)) * 1000 AS at FROM analytics.page_views
        ORDER BY toStartOfHour(created_at) LIMIT 1`,
      row: z.object({ at: z.coerce.number() }),
    },
    signal,
  )
  return first?.at
}
