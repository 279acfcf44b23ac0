import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import type { Delivery, KnownDelivery } from '@half-measure/shared/stats/delivery.ts'
import type { ClickHouse } from '../clickhouse/open-clickhouse.ts'
import { runQueryForOne } from '../clickhouse/query.ts'
import { EVENT_TABLES } from '../event-tables.ts'
import type { Spool } from '../spool/spool.ts'
import type { DeadLetters } from '../writer/dead-letters.ts'
import type { Ledger } from './ledger.ts'

/** What the account takes from the log; a copy of it makes the account of that moment. */
export type LogFigures = Pick<Spool, 'totals' | 'pendingRows' | 'cursor'>

interface Books {
  readonly clickhouse: ClickHouse
  readonly spool: LogFigures
  readonly deadLetters: DeadLetters
  readonly ledger: Ledger
}

/** The account as far as it is known without the database. */
type LogSide = Omit<KnownDelivery, 'last_audit'>

/** What the log, the dead letters and the ledger say. */
export function knownDelivery({ spool, deadLetters, ledger }: Omit<Books, 'clickhouse'>): LogSide {
  const { received, accepted, duplicates, rejected } = spool.totals
  return {
    // What came past the log was received by nobody but the tables.
    received: received + ledger.directRows,
    accepted: accepted + ledger.directRows,
    duplicates,
    rejected: { ...rejected },
    pending: spool.pendingRows,
    dead_letters: deadLetters.count + spool.cursor.lost,
    erased: ledger.erasedRows,
    expired: ledger.expiredRows,
  }
}

/**
 * The account. The left side comes from the log's totals, `stored` from the tables themselves, so that the two sides
 * can disagree if something is wrong.
 */
export async function delivery(books: Books): Promise<Omit<Delivery, 'last_audit'>> {
  const stored = await countRows(books.clickhouse.reader)
  return { ...knownDelivery(books), stored }
}

async function countRows(client: ClickHouseClient): Promise<number> {
  const { rows } = await runQueryForOne(client, {
    name: 'rows stored',
    sql: `SELECT ${EVENT_TABLES.map((table) => `(SELECT count() FROM analytics.${table})`).join(' + ')} AS rows`,
    row: z.object({ rows: z.coerce.number() }),
  })
  return rows
}
