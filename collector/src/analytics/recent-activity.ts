import type { RecentActivity } from '@half-measure/shared/stats/overview.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { z } from 'zod'
import { dateTime64 } from '../events/date-time64.ts'
import type { QueryRows } from '../warehouse/clickhouse/query.ts'
import { ELEMENT } from './engine/dimension-values.ts'

const Row = z.object({
  kind: z.enum(['page_view', 'click', 'conversion']),
  label: z.string(),
  at_ms: z.coerce.number(),
})

/** The newest events, from the raw tables, which need only sorting. */
export async function recentActivity(
  queryRows: QueryRows,
  { from, to, bots }: StatsRange,
  limit: number,
): Promise<RecentActivity> {
  const newest = (kind: string, table: string, label: string) =>
    `(SELECT '${kind}' AS kind, ${label} AS label, toUnixTimestamp64Milli(created_at) AS at_ms, event_id
      FROM analytics.${table}
      WHERE created_at >= {from: DateTime64(3, 'UTC')} AND created_at < {to: DateTime64(3, 'UTC')}
        ${bots === 'include' ? '' : 'AND is_bot = 0'}
      ORDER BY created_at DESC, event_id LIMIT {limit: UInt32})`
  const rows = await queryRows({
    name: 'recent activity',
    sql: `SELECT kind, label, at_ms FROM (
        ${newest('page_view', 'page_views', 'page_path')} UNION ALL
        ${newest('click', 'click_events', ELEMENT)} UNION ALL
        ${newest('conversion', 'conversion_events', 'toString(event_type)')}
      ) ORDER BY at_ms DESC, event_id LIMIT {limit: UInt32}`,
    params: { from: dateTime64(Date.parse(from)), to: dateTime64(Date.parse(to)), limit },
    row: Row,
  })
  return rows.map(({ kind, label, at_ms }) => ({ kind, label, at: new Date(at_ms).toISOString() }))
}
