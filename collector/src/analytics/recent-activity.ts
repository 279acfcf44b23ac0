import { z } from 'zod'
import type { RecentActivity } from '@half-measure/shared/stats/recent-activity.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import type { AskRows } from './ask-rows.ts'
import { ELEMENT } from './engine/event-kinds.ts'
import { inRange, rangeParams } from './range.ts'

const Row = z.object({
  kind: z.enum(['page_view', 'click', 'conversion']),
  label: z.string(),
  at_ms: z.coerce.number(),
})

export async function recentActivity(
  ask: AskRows,
  range: StatsRange,
  limit: number,
  signal?: AbortSignal,
): Promise<RecentActivity> {
  const newest = (kind: string, table: string, label: string) =>
    `(SELECT '${kind}' AS kind, ${label} AS label, toUnixTimestamp64Milli(created_at) AS at_ms, event_id
      FROM analytics.${table} WHERE ${inRange('created_at', range)}
      ORDER BY created_at DESC, event_id LIMIT {limit: UInt32})`
  const rows = await ask(
    {
      name: 'recent activity',
      sql: `SELECT kind, label, at_ms FROM (
          ${newest('page_view', 'page_views', 'page_path')} UNION ALL
          ${newest('click', 'click_events', ELEMENT)} UNION ALL
          ${newest('conversion', 'conversion_events', 'toString(event_type)')}
        ) ORDER BY at_ms DESC, event_id LIMIT {limit: UInt32}`,
      params: { ...rangeParams(range), limit },
      row: Row,
    },
    signal,
  )
  return rows.map(({ kind, label, at_ms }) => ({ kind, label, at: new Date(at_ms).toISOString() }))
}
