import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import type { Audit, Finding } from '@half-measure/shared/stats/audit.ts'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { runQueryForOne } from '../clickhouse/query.ts'
import { EVENT_TABLES } from '../event-tables.ts'

/**
 * Compares what should be equal: ids with rows, rollups with raw, both equations of the account. Run it while
 * nothing is being written.
 */
export async function audit(client: ClickHouseClient, delivery: Delivery, now = new Date()): Promise<Audit> {
  const findings: Finding[] = [
    ...equations(delivery),
    ...(await uniqueness(client)),
    ...(await rollups(client)),
  ]
  return { at: now.toISOString(), ok: findings.every((finding) => finding.left === finding.right), findings }
}

function equations(delivery: Delivery): Finding[] {
  const rejected = Object.values(delivery.rejected).reduce((sum, count) => sum + count, 0)
  return [
    {
      name: 'received = accepted + duplicates + rejected',
      left: delivery.received,
      right: delivery.accepted + delivery.duplicates + rejected,
    },
    {
      name: 'accepted = stored + pending + dead letters + erased + expired',
      left: delivery.accepted,
      right: delivery.stored + delivery.pending + delivery.dead_letters + delivery.erased + delivery.expired,
    },
  ]
}

async function uniqueness(client: ClickHouseClient): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const table of EVENT_TABLES) {
    findings.push({
      name: `${table}: distinct event ids = rows`,
      ...(await pair(client, `SELECT uniqExact(event_id) AS left, count() AS right FROM analytics.${table}`)),
    })
  }
  findings.push({
    name: 'ab_test_assignments: distinct session and test = rows',
    ...(await pair(
      client,
      'SELECT uniqExact(session_id, test_name) AS left, count() AS right FROM analytics.ab_test_assignments',
    )),
  })
  return findings
}

/** Left a rollup, right the raw rows it stands for. */
const ROLLUPS: readonly { name: string; left: string; right: string }[] = [
  {
    name: 'page_views_1h: views = page views',
    left: 'SELECT sum(views) FROM analytics.page_views_1h',
    right: 'SELECT count() FROM analytics.page_views',
  },
  {
    name: 'page_views_1h: every hour and page',
    left: `SELECT sum(cityHash64(hour, page_path, is_bot, views)) FROM
      (SELECT hour, page_path, is_bot, sum(views) AS views FROM analytics.page_views_1h GROUP BY hour, page_path, is_bot)`,
    right: `SELECT sum(cityHash64(hour, page_path, is_bot, views)) FROM
      (SELECT toStartOfHour(created_at) AS hour, page_path, is_bot, count() AS views
        FROM analytics.page_views GROUP BY hour, page_path, is_bot)`,
  },
  ...['channel', 'source', 'country', 'device', 'utm_campaign'].map((dimension) => ({
    name: `dimensions_1h: views by ${dimension}`,
    left: `SELECT sum(cityHash64(hour, value, views)) FROM (SELECT hour, value, sum(views) AS views
      FROM analytics.dimensions_1h WHERE dimension = '${dimension}' GROUP BY hour, value)`,
    right: `SELECT sum(cityHash64(hour, value, views)) FROM
      (SELECT toStartOfHour(created_at) AS hour, toString(${dimension}) AS value, count() AS views
        FROM analytics.page_views GROUP BY hour, value)`,
  })),
  {
    name: 'session_facts: views = page views',
    left: 'SELECT sum(views) FROM analytics.session_facts',
    right: 'SELECT count() FROM analytics.page_views',
  },
  {
    name: 'session_facts: clicks = click events',
    left: 'SELECT sum(clicks) FROM analytics.session_facts',
    right: 'SELECT count() FROM analytics.click_events',
  },
  {
    name: 'session_facts: conversions = conversion events',
    left: 'SELECT sum(conversions) FROM analytics.session_facts',
    right: 'SELECT count() FROM analytics.conversion_events',
  },
  {
    name: 'session_facts: active milliseconds = engagement',
    left: 'SELECT sum(active_ms) FROM analytics.session_facts',
    right: 'SELECT sum(active_ms) FROM analytics.engagement_events',
  },
]

async function rollups(client: ClickHouseClient): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, left, right } of ROLLUPS) {
    findings.push({ name, ...(await pair(client, `SELECT (${left}) AS left, (${right}) AS right`)) })
  }
  return findings
}

async function pair(client: ClickHouseClient, sql: string): Promise<{ left: number; right: number }> {
  return runQueryForOne(client, {
    name: 'audit',
    // Sums of hashes exceed what a JSON number holds exactly; their remainder compares as well.
    sql: `SELECT toUInt64(left) % 9007199254740881 AS left, toUInt64(right) % 9007199254740881 AS right FROM (${sql})`,
    row: z.object({ left: z.coerce.number(), right: z.coerce.number() }),
  })
}
