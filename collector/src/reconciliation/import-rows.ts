import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { backoff } from '../platform/backoff.ts'
import type { ClickHouse } from '../warehouse/clickhouse/clickhouse.ts'
import { runQueryForOne } from '../warehouse/clickhouse/query.ts'
import type { EventTable } from '../events/event-tables.ts'
import { failpoint } from '../platform/failpoint.ts'
import { insertEvents, untilNoneIsUnderWay } from '../warehouse/loader/batch-rows.ts'
import { refusalOf } from '../warehouse/loader/refusal.ts'
import { markBatch } from '../warehouse/sessions/late-sessions.ts'
import { importerOf, storedByCollector } from './delivery-report.ts'
import type { Ledger } from './ledger.ts'
import { removedEvents } from './removed-events.ts'

/** Rows of one table, ready for the database, each with the batch's id and the importer's in it. */
export interface ImportedRows {
  readonly table: EventTable
  readonly count: number
  /** NDJSON. */
  readonly bytes: Buffer
}

const MAX_ATTEMPTS = 6

/**
 * Inserts rows into the tables without the spool, and counts them as accepted. The ledger has the batch before its first
 * row: `finishImport` counts one that was cut short.
 *
 * @throws if the database refuses the rows, or cannot be reached for half a minute.
 */
export async function importRows(
  { writer, migrator }: Pick<ClickHouse, 'writer' | 'migrator'>,
  ledger: Ledger,
  batchId: string,
  tables: readonly ImportedRows[],
): Promise<void> {
  await finishImport(migrator, ledger)
  await ledger.beginImport(batchId)
  failpoint('import.begun')
  try {
    for (const { table, bytes } of tables) {
      await insertUntilConfirmed(writer, table, bytes, `${batchId}:${table}`)
      failpoint('import.after-table')
    }
    // Most happened before the horizon of finished sessions.
    await markBatch(migrator, batchId)
  } catch (error) {
    // Where the database is unavailable, the next import or reconciliation finishes this one.
    await finishImport(migrator, ledger).catch(() => {})
    throw error
  }
  await ledger.endImport(ledger.imported.rows + tables.reduce((sum, { count }) => sum + count, 0))
}

/**
 * Counts what the tables have of an import that was cut short, if any. A server goes on with an insert after its sender
 * has died, so this waits for its end.
 */
export async function finishImport(client: ClickHouseClient, ledger: Ledger): Promise<void> {
  const batchId = ledger.imported.open
  if (batchId === null) return
  await untilNoneIsUnderWay(client, batchId)
  await markBatch(client, batchId)
  const importer = importerOf(ledger.collectorId)
  const stored = (await storedByCollector(client)).get(importer) ?? 0
  const removed = (await removedEvents(client)).get(importer)
  await ledger.endImport(stored + (removed ? removed.erased + removed.expired + removed.deduplicated : 0))
}

/** How many of these page views are in the database. */
export async function countStoredViews(
  client: ClickHouseClient,
  eventIds: readonly string[],
): Promise<number> {
  const { rows } = await runQueryForOne(client, {
    name: 'page views that are there',
    sql: 'SELECT count() AS rows FROM analytics.page_views WHERE event_id IN {ids: Array(UUID)}',
    params: { ids: eventIds },
    row: z.object({ rows: z.coerce.number() }),
  })
  return rows
}

/** Sends the same bytes and token each time, so that an attempt whose response was lost is not stored twice. */
async function insertUntilConfirmed(
  client: ClickHouseClient,
  table: EventTable,
  bytes: Buffer,
  token: string,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await insertEvents(client, table, bytes, token)
    } catch (error) {
      if (refusalOf(error) || attempt === MAX_ATTEMPTS) throw error
      await sleep(backoff(attempt + 3))
    }
  }
}
