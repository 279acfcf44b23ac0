import { z } from 'zod'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import type { TopPages } from '@half-measure/shared/stats/top-pages.ts'
import type { AskRows } from './ask-rows.ts'
import { inRange, rangeParams } from './range.ts'

export function topPages(
  ask: AskRows,
  range: StatsRange,
  limit: number,
  signal?: AbortSignal,
): Promise<TopPages> {
  return ask(
    {
      name: 'top pages',
      sql: `SELECT page_path, count() AS views FROM analytics.page_views
        WHERE ${inRange('created_at', range)}
        GROUP BY page_path ORDER BY views DESC, page_path LIMIT {limit: UInt32}`,
      params: { ...rangeParams(range), limit },
      row: z.object({ page_path: z.string(), views: z.coerce.number() }),
    },
    signal,
  )
}
