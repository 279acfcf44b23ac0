import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../warehouse/clickhouse/query.ts'
import { EVENT_TABLES } from '../events/event-tables.ts'
import { failpoint } from '../platform/failpoint.ts'
import type { Logger } from '../platform/logger.ts'
import { monthsOf, oldestKeptMonth } from './months.ts'
import { recordRemovals, removalId } from './removed-events.ts'

/**
 * Removes whole months that arrived longer ago than events are kept, and records how many rows each collector had in
 * them. Nothing may be loaded into such a month meanwhile. What is no event, counts of consent coverage and switches of
 * variants, goes by the same months.
 */
export async function removeExpiredMonths(
  client: ClickHouseClient,
  retentionMonths: number,
  log: Logger,
  now = new Date(),
): Promise<void> {
  const oldest = oldestKeptMonth(now, retentionMonths)
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
      parts.map(({ collector_id, rows, content }) => {
        const removal_id = removalId('expired', month, content)
        return { reason: 'expired' as const, collector_id, table, removal_id, rows }
      }),
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
