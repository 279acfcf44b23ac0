import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import type { Audit, Finding } from '@half-measure/shared/stats/audit.ts'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { runQueryForOne } from '../clickhouse/query.ts'
import { erasedAndThere } from './audit-erasures.ts'
import { auditRollups } from './audit-rollups.ts'
import { uniqueness } from './audit-uniqueness.ts'
import type { Stillness } from './audit-pause.ts'
import type { Ledger } from './ledger.ts'
import { countKept, type ReplayTools } from './replay.ts'

interface AuditTools extends ReplayTools {
  readonly clickhouse: ClickHouseClient
  readonly ledger: Ledger
  /** Hashes of sessions that a collector is about to erase: something of them may be there. */
  readonly openErasures: () => Promise<readonly string[]>
  /** What other collectors are doing: asked at the end, whether the figures were still. */
  readonly stillness: () => Promise<Stillness>
}

export interface AuditResult {
  readonly audit: Audit
  /** Days on which a rollup and its raw rows differ: their starts, seconds since 1970. */
  readonly staleDays: readonly number[]
  /**
   * Events are stored more than once, and all but the rollups adds up with the copies: somebody accepted each of them,
   * so the later ones can go. False if anything is in motion.
   */
  readonly hasCopies: boolean
}

/**
 * Compares what should be equal: both equations of the account, ids with rows, what the log still has with the
 * tables, promises to forget with the tables, rollups with raw. Run it while nothing is being written; what another
 * collector's doings make doubtful all the same is named and not compared.
 */
export async function audit(tools: AuditTools, delivery: Delivery, now = new Date()): Promise<AuditResult> {
  const { clickhouse, ledger } = tools
  const rollups = await auditRollups(clickhouse)
  const kept = await countKept(tools)
  const unique = await uniqueness(clickhouse)
  const erased = await erasedAndThere(clickhouse, ledger, await tools.openErasures())
  const rolledUp = [...(await sums(clickhouse)), ...rollups.findings]

  const { old, writing } = await tools.stillness()
  const gone = old.map((id) => `the books of collector ${id} are old`)
  const busy = writing.map((id) => `collector ${id} writes`)
  const arrived = received(delivery)
  const became = accepted(delivery)
  const rest = [keptLog(kept), { name: 'erased sessions that are in a table = 0', left: erased, right: 0 }]
  const compared: readonly (readonly [Finding, doubts: readonly string[]])[] = [
    [arrived, []],
    [became, [...gone, ...busy]],
    // Of these, both figures come from one question, or from this collector's own log.
    ...[...unique, ...rest].map((finding) => [finding, []] as const),
    ...rolledUp.map((finding) => [finding, busy] as const),
  ]
  const findings = compared.flatMap(([finding, doubts]) => (doubts.length === 0 ? finding : []))
  const inMotion = compared.flatMap(([{ name }, doubts]) =>
    doubts.length === 0 ? [] : `${name}: ${doubts.join(', ')}`,
  )
  const ok = findings.every(isEqual)
  return {
    audit: { at: now.toISOString(), ok, findings, ...(inMotion.length > 0 && { in_motion: inMotion }) },
    staleDays: writing.length > 0 ? [] : rollups.staleDays,
    hasCopies: inMotion.length === 0 && [arrived, became, ...rest].every(isEqual) && !unique.every(isEqual),
  }
}

function isEqual({ left, right }: Finding): boolean {
  return left === right
}

function received({ received, accepted, duplicates, rejected }: Delivery): Finding {
  const refused = Object.values(rejected).reduce((sum, count) => sum + count, 0)
  return {
    name: 'received = accepted + duplicates + rejected',
    left: received,
    right: accepted + duplicates + refused,
  }
}

function accepted({ accepted, stored, pending, dead_letters, erased, expired }: Delivery): Finding {
  return {
    name: 'accepted = stored + pending + dead letters + erased + expired',
    left: accepted,
    right: stored + pending + dead_letters + erased + expired,
  }
}

function keptLog({ present, rows }: { present: number; rows: number }): Finding {
  return { name: 'kept log: rows that the tables have = rows', left: present, right: rows }
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
