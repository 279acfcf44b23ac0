import type { ClickHouseClient } from '@clickhouse/client'
import { insertRows } from '../warehouse/clickhouse/insert-rows.ts'
import type { CoverageCountRow } from './coverage-counts.ts'

/** @param token an insert with the same rows and token changes nothing. */
export async function insertCoverageCounts(
  client: ClickHouseClient,
  rows: readonly CoverageCountRow[],
  token: string,
): Promise<void> {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  await insertRows(client, 'analytics.coverage_counts', Buffer.from(text), {
    insert_deduplication_token: token,
    async_insert: 0,
  })
}
