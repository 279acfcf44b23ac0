import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import type { Audit, Finding } from '@half-measure/shared/stats/audit.ts'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { runQueryForOne } from '../clickhouse/query.ts'
import { erasedAndThere } from './audit-erasures.ts'
import { auditRollups } from './audit-rollups.ts'
import { uniqueness } from './audit-uniqueness.ts'
import type { Ledger } from './ledger.ts'
import { countKept, type ReplayTools } from './replay.ts'

interface AuditTools extends ReplayTools {
  readonly clickhouse: ClickHouseClient
  readonly ledger: Ledger
}

export interface AuditResult {
  readonly audit: Audit
  /** Days on which a rollup and its raw rows differ: their starts, seconds since 1970. */
  readonly staleDays: readonly number[]
}

/**
 * Compares what should be equal: both equations of the account, ids with rows, what the log still has with the
 * tables, promises to forget with the tables, rollups with raw. Run it while nothing is being written.
 */
export async function audit(tools: AuditTools, delivery: Delivery, now = new Date()): Promise<AuditResult> {
  const { clickhouse, ledger } = tools
  const rollups = await auditRollups(clickhouse)
  const kept = await countKept(tools)
  const findings: Finding[] = [
    ...equations(delivery),
    ...(await uniqueness(clickhouse)),
    { name: 'kept log: rows that the tables have = rows', left: kept.present, right: kept.rows },
    {
      name: 'erased sessions that are in a table = 0',
      left: await erasedAndThere(clickhouse, ledger),
      right: 0,
    },
    ...(await sums(clickhouse)),
    ...rollups.findings,
  ]
  return {
    audit: { at: now.toISOString(), ok: findings.every(({ left, right }) => left === right), findings },
    staleDays: rollups.staleDays,
  }
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

/** Left a rollup, right the raw rows it stands for: figures that a person can read. */
const SUMS: readonly { name: string; left: string; right: string }[] = [
  {
    name: 'page_views_1h: views = page views',
    left: 'SELECT sum(views) FROM analytics.page_views_1h',
    right: 'SELECT count() FROM analytics.page_views',
  },
  {
    name: 'visits_1h: views = page views',
    left: 'SELECT sum(views) FROM analytics.visits_1h',
    right: 'SELECT count() FROM analytics.page_views',
  },
  {
    name: 'visits_1h: clicks = click events',
    left: 'SELECT sum(clicks) FROM analytics.visits_1h',
    right: 'SELECT count() FROM analytics.click_events',
  },
  {
    name: 'visits_1h: conversions = conversion events',
    left: 'SELECT sum(conversions) FROM analytics.visits_1h',
    right: 'SELECT count() FROM analytics.conversion_events',
  },
  {
    name: 'visits_1h: active milliseconds = engagement',
    left: 'SELECT sum(active_ms) FROM analytics.visits_1h',
    right: 'SELECT sum(active_ms) FROM analytics.engagement_events',
  },
]

async function sums(client: ClickHouseClient): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, left, right } of SUMS) {
    const pair = await runQueryForOne(client, {
      name: 'audit: sums',
      sql: `SELECT (${left}) AS left, (${right}) AS right`,
      row: z.object({ left: z.coerce.number(), right: z.coerce.number() }),
    })
    findings.push({ name, ...pair })
  }
  return findings
}
