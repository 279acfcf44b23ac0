import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../warehouse/clickhouse/query.ts'
import { ROLLUPS } from '../warehouse/clickhouse/rollup-comparisons.ts'
import { rebuildHours } from '../warehouse/clickhouse/rollups.ts'
import { EVENT_TABLES } from '../events/event-tables.ts'
import { failpoint } from '../platform/failpoint.ts'
import { leaveToMender } from './leave-to-mender.ts'
import type { Ledger } from './ledger.ts'
import { monthsOf } from './months.ts'

/**
 * Makes the rollups what they will be without the months before one. Raw rows go by when they arrived, rollups by when
 * things happened: what happened before the oldest kept month and arrived in it stays, and what happened in it and
 * arrived before goes. The hours of both are rebuilt.
 */
export async function expireRollups(client: ClickHouseClient, ledger: Ledger, oldest: string): Promise<void> {
  for (const { table, month } of await monthsOf(client, ROLLUPS))
    if (month < oldest)
      await client.command({ query: `ALTER TABLE analytics.${table} DROP PARTITION ID '${month}'` })
  failpoint('retention.after-rollups')
  const begins = Date.UTC(Number(oldest.slice(0, 4)), Number(oldest.slice(4)) - 1, 1) / 1_000
  const params = { begins }
  const tables = EVENT_TABLES.filter((table) => table !== 'ab_test_assignments')
  const late = await runQuery(client, {
    name: 'hours before the oldest month of rows that arrived in it',
    sql: tables
      .map(
        (table) => `SELECT DISTINCT toUnixTimestamp(toStartOfHour(created_at)) AS hour FROM analytics.${table}
          WHERE created_at < fromUnixTimestamp({begins: Int64}) AND received_at >= fromUnixTimestamp({begins: Int64})`,
      )
      .join(' UNION ALL '),
    params,
    row: z.object({ hour: z.coerce.number() }),
  })
  const kept = { sql: 'received_at >= fromUnixTimestamp({begins: Int64})', params }
  const hours = [...new Set([...late.map(({ hour }) => hour), begins])]
  await rebuildHours(client, hours, kept).catch(leaveToMender(ledger, hours))
  failpoint('retention.after-boundary')
}
