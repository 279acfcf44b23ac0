import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../warehouse/clickhouse/query.ts'

/** The month of a moment, `YYYYMM` in UTC: the name of its partition. */
export function monthOf(moment: Date): string {
  return moment.toISOString().slice(0, 7).replace('-', '')
}

/** The oldest month that is kept, `YYYYMM` in UTC. */
export function oldestKeptMonth(now: Date, retentionMonths: number): string {
  return monthOf(new Date(keptSince(now, retentionMonths)))
}

/** When it begins, milliseconds since 1970. */
export function keptSince(now: Date, retentionMonths: number): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - retentionMonths, 1)
}

/** Months in which tables have rows, and how many; raw tables by arrival. */
export function monthsOf<Table extends string>(
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
