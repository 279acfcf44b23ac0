import type { ClickHouseClient } from '@clickhouse/client'
import { insertRows } from '../warehouse/clickhouse/insert-rows.ts'
import type { PageLoadRow } from './page-loads.ts'

/** @param token an insert with the same rows and token changes nothing. */
export async function insertPageLoads(
  client: ClickHouseClient,
  rows: readonly PageLoadRow[],
  token: string,
): Promise<void> {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  await insertRows(client, 'analytics.page_loads', Buffer.from(text), {
    insert_deduplication_token: token,
    async_insert: 0,
  })
}
