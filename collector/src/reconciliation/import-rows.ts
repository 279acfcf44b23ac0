import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { backoff } from '../platform/backoff.ts'
import { rowTextsOf, sessionOf } from '../spool/row-block.ts'
import type { EventTable } from '../events/event-tables.ts'
import { failpoint } from '../platform/failpoint.ts'
import { insertEvents } from '../warehouse/clickhouse/insert-rows.ts'
import { waitForInserts } from '../warehouse/loader/batch-rows.ts'
import { refusalOf } from '../warehouse/loader/refusal.ts'
import { markBatch } from '../warehouse/sessions/late-sessions.ts'
import { byShard, type Shard } from '../warehouse/shard.ts'
import { importerOf, storedByCollector } from './delivery-report.ts'
import type { Ledger } from './ledger.ts'
import { removedEvents } from './removed-events.ts'

/** Rows of one table, ready for the database, each with the batch's id and the importer's in it. */
export interface ImportedRows {
  readonly table: EventTable
  readonly count: number
  /** As the log has them, one per line. */
  readonly bytes: Buffer
}

const MAX_ATTEMPTS = 6

type ImportShards = readonly Pick<Shard, 'clickhouse' | 'loader'>[]

/**
 * Inserts rows into the tables without the spool, and counts them as accepted. The ledger records the batch before
 * its first row, so that `finishImport` can count an interrupted one.
 *
 * @throws if a database refuses the rows, or cannot be reached for half a minute.
 */
export async function importRows(
  shards: ImportShards,
  ledger: Ledger,
  batchId: string,
  tables: readonly ImportedRows[],
): Promise<void> {
  await finishImport(shards, ledger)
  await ledger.beginImport(batchId)
  failpoint('import.begun')
  try {
    for (const { table, bytes } of tables) {
      for (const [i, part] of divideRows(bytes, shards.length).entries()) {
        const { loader, clickhouse } = shards[i] ?? {}
        if (part.length === 0 || !loader || !clickhouse) continue
        await loader.exclusively(() =>
          insertUntilConfirmed(clickhouse.writer, table, part, `${batchId}:${table}`),
        )
      }
      failpoint('import.after-table')
    }
    // Most imported events happened before the horizon of finished sessions.
    for (const { clickhouse } of shards) await markBatch(clickhouse.migrator, batchId)
  } catch (error) {
    // If the database is unavailable, the next import or reconciliation finishes this one.
    await finishImport(shards, ledger).catch(() => {})
    throw error
  }
  await ledger.endImport(ledger.imported.rows + tables.reduce((sum, { count }) => sum + count, 0))
}

/** The rows of each shard. */
function divideRows(bytes: Buffer, count: number): Buffer[] {
  if (count === 1) return [bytes]
  return byShard(rowTextsOf(bytes), count, sessionOf).map((rows) =>
    Buffer.from(rows.map((row) => `${row}\n`).join('')),
  )
}

/**
 * Counts the stored rows of an interrupted import, if any. A server continues an insert after its sender has died, so
 * this waits for the end.
 */
export async function finishImport(shards: ImportShards, ledger: Ledger): Promise<void> {
  const batchId = ledger.imported.open
  if (batchId === null) return
  const importer = importerOf(ledger.collectorId)
  let rows = 0
  for (const {
    clickhouse: { migrator },
  } of shards) {
    await waitForInserts(migrator, batchId)
    await markBatch(migrator, batchId)
    const removed = (await removedEvents(migrator)).get(importer)
    rows += (await storedByCollector(migrator)).get(importer) ?? 0
    if (removed) rows += removed.erased + removed.expired + removed.deduplicated
  }
  await ledger.endImport(rows)
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
