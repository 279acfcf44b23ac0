import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../clickhouse/query.ts'
import { EVENT_TABLES } from '../event-tables.ts'
import type { Logger } from '../logger.ts'
import type { Ledger } from './ledger.ts'

/** The oldest month that is kept, `YYYYMM` in UTC. */
export function oldestKeptMonth(now: Date, retentionMonths: number): string {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - retentionMonths, 1))
  return month.toISOString().slice(0, 7).replace('-', '')
}

/**
 * Removes whole months that arrived longer ago than events are kept, and writes down how many rows they had. The
 * tables' own TTL is a fence behind this: what it took, nobody would have counted. Run it with writing paused.
 */
export async function expireMonths(
  client: ClickHouseClient,
  ledger: Ledger,
  retentionMonths: number,
  log: Logger,
  now = new Date(),
): Promise<void> {
  const oldest = oldestKeptMonth(now, retentionMonths)
  const parts = await runQuery(client, {
    name: 'months beyond retention',
    sql: `SELECT table, partition_id AS month, sum(rows) AS rows FROM system.parts
      WHERE database = 'analytics' AND active AND partition_id < {oldest: String} AND match(partition_id, '^[0-9]{6}$')
      GROUP BY table, month ORDER BY month, table`,
    params: { oldest },
    row: z.object({ table: z.string(), month: z.string(), rows: z.coerce.number() }),
  })
  for (const { table, month, rows } of parts) {
    const eventTable = EVENT_TABLES.find((name) => name === table)
    if (eventTable) await ledger.expire(eventTable, month, rows)
    await client.command({ query: `ALTER TABLE analytics.${table} DROP PARTITION ID '${month}'` })
    log.info({ table, month, rows }, 'a month beyond its retention was removed')
  }
}

/** Sets the fence: the tables' TTL, two months behind the retention. */
export async function setTimeToLive(client: ClickHouseClient, retentionMonths: number): Promise<void> {
  for (const table of EVENT_TABLES) {
    const ttl = `toDateTime(received_at) + toIntervalMonth(${retentionMonths + 2})`
    const [current] = await runQuery(client, {
      name: 'time to live',
      sql: `SELECT engine_full FROM system.tables WHERE database = 'analytics' AND name = {table: String}`,
      params: { table },
      row: z.object({ engine_full: z.string() }),
    })
    if (current?.engine_full.includes(`TTL ${ttl}`)) continue
    await client.command({
      query: `ALTER TABLE analytics.${table} MODIFY TTL ${ttl} SETTINGS materialize_ttl_after_modify = 0`,
    })
  }
}
