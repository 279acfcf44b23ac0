import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import type { Finding } from '@half-measure/shared/stats/reconciliation.ts'
import { runQueryForNumber, runQueryForOne } from '../warehouse/clickhouse/query.ts'
import { EVENT_TABLES } from '../events/event-tables.ts'

const COUNT = z.object({ left: z.coerce.number(), right: z.coerce.number() })

/** Ids that are held in memory at once. */
const MAX_IDS = 4_000_000

/** Distinct ids (left) and rows (right), for each table and for all together. */
export async function uniqueness(client: ClickHouseClient): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const table of EVENT_TABLES)
    findings.push({
      name: `${table}: distinct event ids = rows`,
      ...(await distinct(client, `SELECT event_id FROM analytics.${table}`)),
    })
  const all = EVENT_TABLES.map((table) => `SELECT event_id FROM analytics.${table}`).join(' UNION ALL ')
  findings.push({ name: 'all tables: distinct event ids = rows', ...(await distinct(client, all)) })
  const assignments = await runQueryForOne(client, {
    name: 'distinct assignments',
    sql: `SELECT uniqExact(session_id, test_name) AS left, count() AS right FROM analytics.ab_test_assignments`,
    row: COUNT,
  })
  findings.push({ name: 'ab_test_assignments: distinct session and test = rows', ...assignments })
  return findings
}

/** Counts one share of the ids at a time, to bound memory. */
async function distinct(client: ClickHouseClient, ids: string): Promise<{ left: number; right: number }> {
  const rows = await runQueryForNumber(client, {
    name: 'rows to compare',
    sql: `SELECT count() AS rows FROM (${ids})`,
  })
  const shares = Math.max(1, Math.ceil(rows / MAX_IDS))
  let left = 0
  let right = 0
  for (let share = 0; share < shares; share++) {
    const counted = await runQueryForOne(client, {
      name: 'distinct ids',
      sql: `SELECT uniqExact(event_id) AS left, count() AS right FROM (${ids})
        WHERE cityHash64(event_id) % ${shares} = ${share}`,
      row: COUNT,
    })
    left += counted.left
    right += counted.right
  }
  return { left, right }
}
