import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { DATABASE } from '../clickhouse/clickhouse.ts'
import { runQueryForNumber } from '../clickhouse/query.ts'
import type { EventTable } from '../../events/event-tables.ts'

/** The number of a batch's rows in the database. */
export function countBatch(client: ClickHouseClient, table: EventTable, batchId: string): Promise<number> {
  return runQueryForNumber(client, {
    name: 'rows of a batch',
    sql: `SELECT count() AS rows FROM ${DATABASE}.${table} WHERE batch_id = {batch: UUID}`,
    params: { batch: batchId },
  })
}

/** Removes a batch's rows from a table, if a broken deduplication log has let them in twice or in part. */
export async function removeBatch(
  client: ClickHouseClient,
  table: EventTable,
  batchId: string,
): Promise<void> {
  await client.command({
    query: `ALTER TABLE ${DATABASE}.${table} DELETE WHERE batch_id = {batch: UUID} SETTINGS mutations_sync = 2`,
    query_params: { batch: batchId },
  })
}

/** Time between queries of the running inserts. */
const POLL_MS = 500

/**
 * Resolves when the database executes no insert with this text in its token. A server continues an insert after its
 * sender has died, so rows counted before its end are not final.
 */
export async function waitForInserts(client: ClickHouseClient, text: string): Promise<void> {
  for (;;) {
    const inserts = await runQueryForNumber(client, {
      name: 'inserts under way',
      // This query has the text among its parameters, and is no insert.
      sql: `SELECT count() AS inserts FROM system.processes
        WHERE query_kind = 'Insert' AND position(query, {text: String}) > 0`,
      params: { text },
    })
    if (inserts === 0) return
    await sleep(POLL_MS)
  }
}

/** When the engine started, seconds since 1970, give or take one. */
export function engineStartedAt(client: ClickHouseClient): Promise<number> {
  return runQueryForNumber(client, {
    name: 'start of the engine',
    sql: 'SELECT toUnixTimestamp(now()) - uptime() AS started_at',
  })
}
