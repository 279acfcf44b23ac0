import type { ClickHouseClient } from '@clickhouse/client'
import { figure } from './stored-rows.ts'

/** Left what a rollup says, right what the raw rows say; written here once more, so that a wrong view is found. */
const COMPARISONS: Readonly<Record<string, { left: string; right: string }>> = {
  page_views_1h: {
    left: `SELECT hour, page_path, is_bot, sum(views) AS views, uniqCombined64Merge(sessions) AS sessions
      FROM analytics.page_views_1h GROUP BY hour, page_path, is_bot`,
    right: `SELECT toStartOfHour(created_at) AS hour, page_path, is_bot, count() AS views,
      uniqCombined64(session_id) AS sessions FROM analytics.page_views GROUP BY hour, page_path, is_bot`,
  },
  'visits_1h: sums': {
    left: `SELECT hour, visit, sum(views) AS views, sum(clicks) AS clicks, sum(conversions) AS conversions,
      sum(active_ms) AS active_ms, min(started_at) AS started_at, max(ended_at) AS ended_at
      FROM analytics.visits_1h GROUP BY hour, visit`,
    right: `SELECT toStartOfHour(at) AS hour, cityHash64(session_id) AS visit, countIf(kind = 'view') AS views,
      countIf(kind = 'click') AS clicks, countIf(kind = 'conversion') AS conversions, sum(ms) AS active_ms,
      min(at) AS started_at, max(at) AS ended_at
      FROM (SELECT created_at AS at, session_id, 'view' AS kind, 0 AS ms FROM analytics.page_views
        UNION ALL SELECT created_at, session_id, 'click', 0 FROM analytics.click_events
        UNION ALL SELECT created_at, session_id, 'conversion', 0 FROM analytics.conversion_events
        UNION ALL SELECT created_at, session_id, 'engagement', active_ms FROM analytics.engagement_events)
      GROUP BY hour, visit`,
  },
  'visits_1h: first and last view': {
    left: `SELECT hour, visit, is_bot, min(first).page AS entry, min(first).source AS source, min(first).channel AS channel,
      min(first).country AS country, min(first).device AS device, max(last).page AS exit
      FROM analytics.visits_1h GROUP BY hour, visit, is_bot HAVING sum(views) > 0`,
    right: `SELECT toStartOfHour(created_at) AS hour, cityHash64(session_id) AS visit, is_bot,
      argMin(page_path, (created_at, event_id)) AS entry, argMin(source, (created_at, event_id)) AS source,
      argMin(toString(channel), (created_at, event_id)) AS channel,
      argMin(toString(country), (created_at, event_id)) AS country,
      argMin(toString(device), (created_at, event_id)) AS device,
      argMax(page_path, (created_at, event_id)) AS exit
      FROM analytics.page_views GROUP BY hour, visit, is_bot`,
  },
}

/** Rows in which a rollup and the raw tables differ, by comparison. All are 0 where all is well. */
export async function rollupDifferences(client: ClickHouseClient): Promise<Record<string, number>> {
  const differences: Record<string, number> = {}
  for (const [name, { left, right }] of Object.entries(COMPARISONS)) {
    const onlyIn = (one: string, other: string) =>
      `(SELECT count() FROM (SELECT * FROM (${one}) EXCEPT DISTINCT SELECT * FROM (${other})))`
    differences[name] = await figure(client, `${onlyIn(left, right)} + ${onlyIn(right, left)}`)
  }
  return differences
}

/** What `rollupDifferences` says where all is well. */
export const NO_DIFFERENCES = Object.fromEntries(Object.keys(COMPARISONS).map((name) => [name, 0]))
