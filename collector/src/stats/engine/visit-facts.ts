import { TABLE_OF, timeOf } from './event-kinds.ts'
import type { Ground } from './ground.ts'

const COUNTED = ['views', 'clicks', 'conversions', 'engagement'] as const

/**
 * What each session did in the range, and in a series in each bucket, whatever the filters: a SELECT of `session_id`,
 * `views`, `clicks`, `conversions`, `active_ms`, `first_at`, `last_at`, and `bucket` in a series. Sessions without a
 * page view are there too.
 */
export function visitFacts(ground: Ground): string {
  const bucket = ground.split.by === 'time' ? `${ground.bucketOf('at')} AS bucket, ` : ''
  const rows = COUNTED.map(
    (kind) => `SELECT session_id, ${timeOf(kind)} AS at,
      ${COUNTED.map((other) => `${other === kind ? 1 : 0} AS ${other}`).join(', ')},
      ${kind === 'engagement' ? 'active_ms' : 'toUInt32(0)'} AS active_ms
      FROM analytics.${TABLE_OF[kind]} WHERE ${ground.inRange(kind)}`,
  )
  return `SELECT ${bucket}session_id, sum(views) AS views, sum(clicks) AS clicks, sum(conversions) AS conversions,
      sum(active_ms) AS active_ms, min(at) AS first_at, max(at) AS last_at
    FROM (${rows.join(' UNION ALL ')}) GROUP BY ${bucket === '' ? '' : 'bucket, '}session_id`
}
