import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../../clickhouse/query.ts'
import { rebuildHours } from '../../clickhouse/rollups.ts'
import { markDays } from '../../closed-days/mark-days.ts'
import { leaveToMender } from '../leave-to-mender.ts'
import type { Ledger } from '../ledger.ts'

/**
 * Makes the rollups what they will be without some sessions. Run it while their raw rows are still there: a crash in
 * between finds the hours again.
 *
 * @param sessions their ids.
 * @param hashes `cityHash64` of each.
 */
export async function eraseFromRollups(
  client: ClickHouseClient,
  ledger: Ledger,
  sessions: readonly string[],
  hashes: readonly string[],
): Promise<void> {
  const params = { sessions: [...sessions] }
  const touched = await hoursOf(
    client,
    `SELECT DISTINCT toUnixTimestamp(toStartOfHour(created_at)) AS hour FROM analytics.page_views
      WHERE session_id IN {sessions: Array(String)}`,
    params,
  )
  const visits = `visit IN (${hashes.join(', ')})`
  const visited = await hoursOf(
    client,
    `SELECT DISTINCT toUnixTimestamp(hour) AS hour FROM analytics.visits_1h WHERE ${visits}`,
  )
  await markDays(client, visited)
  const others = { sql: 'session_id NOT IN {sessions: Array(String)}', params }
  await rebuildHours(client, touched, others).catch(leaveToMender(ledger, touched))
  // Visits stand there by a hash of the id, in hours without a page view too.
  for (const table of ['closed_visits_1h', 'late_arrivals', 'visits_1h'])
    await client.command({
      query: `ALTER TABLE analytics.${table} DELETE WHERE ${visits} SETTINGS mutations_sync = 2`,
    })
  await markDays(client, visited)
}

async function hoursOf(client: ClickHouseClient, sql: string, params = {}): Promise<number[]> {
  const row = z.object({ hour: z.coerce.number() })
  return (await runQuery(client, { name: 'hours of sessions', sql, params, row })).map(({ hour }) => hour)
}
