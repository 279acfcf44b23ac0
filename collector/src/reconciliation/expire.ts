import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../clickhouse/query.ts'
import { CLOSED_TABLES } from '../closed-days/tables.ts'
import { rebuildHours, ROLLUPS } from '../clickhouse/rollups.ts'
import { EVENT_TABLES } from '../event-tables.ts'
import { failpoint } from '../platform/failpoint.ts'
import type { Logger } from '../platform/logger.ts'
import { leaveToMender } from './leave-to-mender.ts'
import type { Ledger } from './ledger.ts'
import { monthBefore, monthsOf, oldestKeptMonth } from './months.ts'

/**
 * Removes whole months that arrived longer ago than events are kept, and writes down how many rows they had. The
 * tables' own TTL is a fence behind this; what it takes is counted at the next start (`table-counts.ts`). Run it with
 * writing paused.
 *
 * The rollups go first: a removal that was cut short begins again from the start.
 */
export async function expireMonths(
  client: ClickHouseClient,
  ledger: Ledger,
  retentionMonths: number,
  log: Logger,
  now = new Date(),
): Promise<void> {
  const oldest = oldestKeptMonth(now, retentionMonths)
  const raw = await monthsBefore(client, EVENT_TABLES, oldest)
  const rolled = await monthsBefore(client, [...ROLLUPS, ...CLOSED_TABLES], oldest)
  if (ledger.expiring && !raw.some(({ table, month }) => ledger.expiring === `${table}:${month}`))
    await ledger.finishExpiry()
  // What arrived in the oldest month may have happened in the one before: its rollups stay as long.
  if (raw.length === 0 && !rolled.some(({ month }) => month < monthBefore(oldest))) return

  for (const { table, month } of rolled) await dropMonth(client, table, month)
  failpoint('expire.after-rollups')
  await rebuildBoundary(client, ledger, oldest)
  failpoint('expire.after-boundary')
  for (const { table, month, rows } of raw) {
    await ledger.expire(table, month, rows)
    failpoint('expire.counted')
    await dropMonth(client, table, month)
    await ledger.finishExpiry()
    failpoint('expire.after-month')
    log.info({ table, month, rows }, 'a month beyond its retention was removed')
  }
}

/** Months that a table has from before one. */
async function monthsBefore<Table extends string>(
  client: ClickHouseClient,
  tables: readonly Table[],
  oldest: string,
): Promise<{ table: Table; month: string; rows: number }[]> {
  return (await monthsOf(client, tables)).filter(({ month }) => month < oldest)
}

async function dropMonth(client: ClickHouseClient, table: string, month: string): Promise<void> {
  await client.command({ query: `ALTER TABLE analytics.${table} DROP PARTITION ID '${month}'` })
}

/**
 * Raw rows go by when they arrived, rollups by when things happened: what happened before the oldest kept month and
 * arrived in it stays, and what happened in it and arrived before goes. The hours of both are made anew.
 */
async function rebuildBoundary(client: ClickHouseClient, ledger: Ledger, oldest: string): Promise<void> {
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
