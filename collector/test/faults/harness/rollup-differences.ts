import type { ClickHouseClient } from '@clickhouse/client'
import { figure } from './stored-rows.ts'

/** Dimension of `dimensions_1h`, and the column it comes from. */
const DIMENSIONS: Readonly<Record<string, string>> = {
  channel: 'channel',
  source: 'source',
  referrer: 'referrer_host',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_term: 'utm_term',
  utm_content: 'utm_content',
  country: 'country',
  language: 'language',
  device: 'device',
  browser: 'browser',
  os: 'os',
  screen: 'screen',
}

/** Left what a rollup says, right what the raw rows say; written here once more, so that a wrong view is found. */
const COMPARISONS: Readonly<Record<string, { left: string; right: string }>> = {
  page_views_1h: {
    left: `SELECT hour, page_path, is_bot, sum(views) AS views, uniqCombined64Merge(sessions) AS sessions
      FROM analytics.page_views_1h GROUP BY hour, page_path, is_bot`,
    right: `SELECT toStartOfHour(created_at) AS hour, page_path, is_bot, count() AS views,
      uniqCombined64(session_id) AS sessions FROM analytics.page_views GROUP BY hour, page_path, is_bot`,
  },
  dimensions_1h: {
    left: `SELECT hour, toString(dimension) AS dimension, value, is_bot, sum(views) AS views,
      uniqCombined64Merge(sessions) AS sessions FROM analytics.dimensions_1h GROUP BY hour, dimension, value, is_bot`,
    right: Object.entries(DIMENSIONS)
      .map(
        ([dimension, column]) => `SELECT toStartOfHour(created_at) AS hour, '${dimension}' AS dimension,
          toString(${column}) AS value, is_bot, count() AS views, uniqCombined64(session_id) AS sessions
          FROM analytics.page_views GROUP BY hour, value, is_bot`,
      )
      .join(' UNION ALL '),
  },
  'session_facts: sums': {
    left: `SELECT day, session_id, sum(views) AS views, sum(clicks) AS clicks, sum(conversions) AS conversions,
      sum(active_ms) AS active_ms, min(started_at) AS started_at, max(ended_at) AS ended_at
      FROM analytics.session_facts GROUP BY day, session_id`,
    right: `SELECT toDate(at) AS day, session_id, countIf(kind = 'view') AS views, countIf(kind = 'click') AS clicks,
      countIf(kind = 'conversion') AS conversions, sum(ms) AS active_ms, min(at) AS started_at, max(at) AS ended_at
      FROM (SELECT created_at AS at, session_id, 'view' AS kind, 0 AS ms FROM analytics.page_views
        UNION ALL SELECT created_at, session_id, 'click', 0 FROM analytics.click_events
        UNION ALL SELECT created_at, session_id, 'conversion', 0 FROM analytics.conversion_events
        UNION ALL SELECT created_at, session_id, 'engagement', active_ms FROM analytics.engagement_events)
      GROUP BY day, session_id`,
  },
  'session_facts: first and last page': {
    left: `SELECT day, session_id, argMinMerge(entry_page) AS entry, argMaxMerge(exit_page) AS exit
      FROM analytics.session_facts GROUP BY day, session_id HAVING sum(views) > 0`,
    right: `SELECT toDate(created_at) AS day, session_id, argMin(page_path, (created_at, event_id)) AS entry,
      argMax(page_path, (created_at, event_id)) AS exit FROM analytics.page_views GROUP BY day, session_id`,
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
