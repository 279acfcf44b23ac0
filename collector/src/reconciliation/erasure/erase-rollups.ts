import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../../warehouse/clickhouse/query.ts'
import { rebuildHours } from '../../warehouse/clickhouse/rollups.ts'
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
  const others = { sql: 'session_id NOT IN {sessions: Array(String)}', params }
  await rebuildHours(client, touched, others).catch(leaveToMender(ledger, touched))
  // Visits stand there by a hash of the id, in hours without a page view too.
  await client.command({
    query: `ALTER TABLE analytics.visits_1h DELETE WHERE visit IN (${hashes.join(', ')}) SETTINGS mutations_sync = 2`,
  })
}

async function hoursOf(client: ClickHouseClient, sql: string, params = {}): Promise<number[]> {
  const row = z.object({ hour: z.coerce.number() })
  return (await runQuery(client, { name: 'hours of sessions', sql, params, row })).map(({ hour }) => hour)
}
