import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import type { ClickHouse } from '../clickhouse/open-clickhouse.ts'
import { EVENT_TABLES, type EventTable } from '../event-tables.ts'
import { failpoint } from '../platform/failpoint.ts'
import { backoff } from '../platform/backoff.ts'
import { countBatch, insertEvents, untilNoneIsUnderWay } from '../warehouse/loader/batch-rows.ts'
import { refusalOf } from '../warehouse/loader/refusal.ts'
import { touchedTimes } from '../warehouse/loader/repair-batch.ts'
import type { Ledger } from './ledger.ts'

type Clients = Pick<ClickHouse, 'writer' | 'migrator'>

/** Rows of one table, ready for the database, each with the batch's id in it. */
export interface DirectRows {
  readonly table: EventTable
  readonly count: number
  /** NDJSON. */
  readonly bytes: Buffer
}

const MAX_ATTEMPTS = 6

/**
 * Puts rows into the tables without the spool, and counts what is in them as accepted. The ledger has the batch before
 * its first row: one that was cut short is counted by `settleDirect`. Run it with writing paused.
 *
 * @throws if the database refuses the rows, or cannot be reached for half a minute.
 */
export async function insertDirect(
  clickhouse: Clients,
  ledger: Ledger,
  batchId: string,
  tables: readonly DirectRows[],
): Promise<void> {
  await settleDirect(clickhouse, ledger)
  await ledger.beginDirect(batchId)
  failpoint('direct.begun')
  try {
    for (const { table, bytes } of tables) {
      await sendUntilConfirmed(clickhouse.writer, table, bytes, `${batchId}:${table}`)
      failpoint('direct.after-table')
    }
  } catch (error) {
    // Where the database cannot be asked, the next one to come here asks it.
    await settleDirect(clickhouse, ledger).catch(() => {})
    throw error
  }
  await ledger.settleDirect(tables.reduce((sum, { count }) => sum + count, 0))
}

/**
 * Counts what the tables have of a batch that was cut short; nothing to do where none was. A server goes on with an insert
 * whose sender is gone, so its end is waited for: rows that come after the count would be nobody's. The last insert may
 * have reached a table and not its views: the days of its rows are in the ledger afterwards, to be made anew.
 */
export async function settleDirect({ migrator }: Clients, ledger: Ledger): Promise<void> {
  const batchId = ledger.openDirectBatch
  if (batchId === null) return
  await untilNoneIsUnderWay(migrator, batchId)
  let rows = 0
  for (const table of EVENT_TABLES) {
    rows += await countBatch(migrator, table, batchId)
    if (table !== 'ab_test_assignments')
      await ledger.addStaleDays((await touchedTimes(migrator, table, batchId)).days)
  }
  await ledger.settleDirect(rows)
}

/** The same bytes and token each time, so that an attempt whose answer was lost is not stored twice. */
async function sendUntilConfirmed(
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
