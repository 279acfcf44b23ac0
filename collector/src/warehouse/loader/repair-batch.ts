import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../clickhouse/query.ts'
import { rebuildHours } from '../clickhouse/rollups.ts'
import type { EventTable } from '../../events/event-tables.ts'

/** The hours and days in which a batch has rows, as seconds since 1970. */
export async function touchedTimes(
  client: ClickHouseClient,
  table: EventTable,
  batchId: string,
): Promise<{ hours: number[]; days: number[] }> {
  const time = table === 'ab_test_assignments' ? 'assigned_at' : 'created_at'
  const rows = await runQuery(client, {
    name: 'times of a batch',
    sql: `SELECT DISTINCT toUnixTimestamp(toStartOfHour(${time})) AS hour, toUnixTimestamp(toStartOfDay(${time})) AS day
      FROM analytics.${table} WHERE batch_id = {batch: UUID}`,
    params: { batch: batchId },
    row: z.object({ hour: z.coerce.number(), day: z.coerce.number() }),
  })
  return { hours: [...new Set(rows.map(({ hour }) => hour))], days: [...new Set(rows.map(({ day }) => day))] }
}

/** Makes the rollups of a batch's hours anew, where its inserts can no longer be trusted to have reached them. */
export async function rebuildTouched(
  client: ClickHouseClient,
  table: EventTable,
  batchId: string,
): Promise<void> {
  const { hours } = await touchedTimes(client, table, batchId)
  await rebuildHours(client, hours)
}
