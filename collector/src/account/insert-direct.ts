import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import type { EventTable } from '../event-tables.ts'
import type { Spool } from '../spool/spool.ts'
import { noTotals } from '../spool/totals.ts'
import { backoff } from '../writer/backoff.ts'
import { sendRows } from '../writer/batch-table.ts'
import { classifyError } from '../writer/classify-error.ts'

/** Rows of one table, ready for the database, each with the batch's id in it. */
export interface DirectRows {
  readonly table: EventTable
  readonly count: number
  /** NDJSON. */
  readonly bytes: Buffer
}

const MAX_ATTEMPTS = 6

/**
 * Puts rows into the tables without the spool, and counts them as accepted, table by table: what is stored is
 * counted even if a later table fails. Only a process killed between the two leaves the account short by one
 * table's rows. Run it with writing paused.
 *
 * @throws if the database refuses the rows, or cannot be reached for half a minute.
 */
export async function insertDirect(
  client: ClickHouseClient,
  spool: Spool,
  batchId: string,
  tables: readonly DirectRows[],
): Promise<void> {
  for (const { table, count, bytes } of tables) {
    await sendUntilConfirmed(client, table, bytes, `${batchId}:${table}`)
    await spool.append([], { ...noTotals(), accepted: count })
  }
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
      return await sendRows(client, table, bytes, token)
    } catch (error) {
      if (classifyError(error) === 'poison' || attempt === MAX_ATTEMPTS) throw error
      await sleep(backoff(attempt + 3))
    }
  }
}
