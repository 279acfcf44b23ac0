import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { z } from 'zod'
import type { AskRows } from '../ask-rows.ts'
import { inRange, rangeParams } from '../range.ts'

/** Percent of an article's text; the tracker reports these. */
export const DEPTHS = [25, 50, 75, 100] as const

const Reading = z.object({
  page_path: z.string(),
  views: z.coerce.number(),
  visits: z.coerce.number(),
  active_ms: z.coerce.number(),
  /** Visits that reached each of the depths. */
  reached: z.array(z.coerce.number()),
})
export type Reading = z.output<typeof Reading>

/** Place of a page among those asked for. */
const PAGE = 'toUInt16(indexOf({paths: Array(String)}, page_path))'

/** Views of pages, and what of them was read, by visits with a view in the range. */
export function readings(
  ask: AskRows,
  range: StatsRange,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<Reading[]> {
  const where = `${inRange('created_at', range)} AND page_path IN {paths: Array(String)}`
  return ask(
    {
      name: 'readings of articles',
      // Pages and visits as numbers: grouped as texts, a busy quarter takes more memory than a question may have.
      sql: `SELECT {paths: Array(String)}[page] AS page_path, sum(views) AS views, count() AS visits,
          sum(active_ms) AS active_ms, [${DEPTHS.map((depth) => `countIf(depth >= ${depth})`).join(', ')}] AS reached
        FROM (
          SELECT page, visit, sum(view) AS views, sum(ms) AS active_ms, max(percent) AS depth FROM (
            SELECT ${PAGE} AS page, cityHash64(session_id) AS visit,
              toUInt32(1) AS view, toUInt32(0) AS ms, toFloat32(0) AS percent
            FROM analytics.page_views WHERE ${where}
            UNION ALL
            SELECT ${PAGE} AS page, cityHash64(session_id) AS visit,
              toUInt32(0) AS view, active_ms AS ms, scroll_depth AS percent
            FROM analytics.engagement_events WHERE ${where}
          ) GROUP BY page, visit HAVING views > 0
        ) GROUP BY page`,
      params: { ...rangeParams(range), paths },
      row: Reading,
    },
    signal,
  )
}

/** Visits by the last page that they saw in the range, of these pages. */
export async function exits(
  ask: AskRows,
  range: StatsRange,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const rows = await ask(
    {
      name: 'exits by article',
      sql: `SELECT last_page, count() AS visits FROM (
          SELECT argMax(page_path, (created_at, event_id)) AS last_page FROM analytics.page_views
          WHERE ${inRange('created_at', range)} GROUP BY cityHash64(session_id)
        ) WHERE last_page IN {paths: Array(String)} GROUP BY last_page`,
      params: { ...rangeParams(range), paths },
      row: z.object({ last_page: z.string(), visits: z.coerce.number() }),
    },
    signal,
  )
  return new Map(rows.map(({ last_page, visits }) => [last_page, visits]))
}
