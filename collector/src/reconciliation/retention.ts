import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../warehouse/clickhouse/query.ts'
import { EVENT_TABLES } from '../events/event-tables.ts'
import { failpoint } from '../platform/failpoint.ts'
import type { Logger } from '../platform/logger.ts'
import { recordRemovals } from './removed-events.ts'

/**
 * Removes whole months past their retention, and records how many rows each collector had in them. Nothing may be
 * loaded into such a month meanwhile. Consent coverage and variant switches have the same retention.
 */
export async function removeExpiredMonths(
  client: ClickHouseClient,
  retentionMonths: number,
  log: Logger,
  now: Date,
): Promise<void> {
  const oldest = oldestRetainedMonth(now, retentionMonths)
  const expired = (await monthsOf(client, EVENT_TABLES)).filter(({ month }) => month < oldest)
  for (const { table, month } of expired) {
    const parts = await runQuery(client, {
      name: 'rows of an expired month',
      sql: `SELECT collector_id, count() AS rows, toString(groupBitXor(cityHash64(event_id))) AS content
        FROM analytics.${table} WHERE toYYYYMM(received_at) = {month: UInt32} GROUP BY collector_id`,
      params: { month: Number(month) },
      row: z.object({ collector_id: z.string(), rows: z.coerce.number(), content: z.string() }),
    })
    await recordRemovals(
      client,
      'expired',
      parts.map(({ collector_id, rows, content }) => ({ collector_id, table, rows, key: [month, content] })),
    )
    failpoint('retention.recorded')
    await client.command({ query: `ALTER TABLE analytics.${table} DROP PARTITION ID '${month}'` })
    failpoint('retention.after-month')
    const rows = parts.reduce((sum, part) => sum + part.rows, 0)
    log.info({ table, month, rows }, 'removed a month beyond its retention')
  }
  for (const { table, month } of await monthsOf(client, ['coverage_counts', 'variant_switches']))
    if (month < oldest)
      await client.command({ query: `ALTER TABLE analytics.${table} DROP PARTITION ID '${month}'` })
}

/** The month of an instant, `YYYYMM` in UTC, which names its partition. */
export function monthOf(moment: Date): string {
  return moment.toISOString().slice(0, 7).replace('-', '')
}

/** `YYYYMM` of a time in a row. */
export function monthOfText(time: string): string {
  return time.slice(0, 4) + time.slice(5, 7)
}

/** The oldest month that is kept, `YYYYMM` in UTC. */
export function oldestRetainedMonth(now: Date, retentionMonths: number): string {
  return monthOf(new Date(retainedSince(now, retentionMonths)))
}

/** Beginning of the oldest month that is kept, milliseconds since 1970. */
export function retainedSince(now: Date, retentionMonths: number): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - retentionMonths, 1)
}

/** The rows of tables by month; of raw tables by the month of arrival. */
function monthsOf<Table extends string>(
  client: ClickHouseClient,
  tables: readonly Table[],
): Promise<{ table: Table; month: string; rows: number }[]> {
  return runQuery(client, {
    name: 'months of tables',
    sql: `SELECT table, partition_id AS month, sum(rows) AS rows FROM system.parts
      WHERE database = 'analytics' AND active AND table IN {tables: Array(String)}
        AND match(partition_id, '^[0-9]{6}$')
      GROUP BY table, month HAVING rows > 0 ORDER BY month, table`,
    params: { tables },
    row: z.object({ table: z.enum(tables), month: z.string(), rows: z.coerce.number() }),
  })
}
