import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import type { CollectorShare, Delivery } from '@half-measure/shared/stats/delivery.ts'
import type { ClickHouse } from '../clickhouse/open-clickhouse.ts'
import { runQueryForOne } from '../clickhouse/query.ts'
import { EVENT_TABLES } from '../event-tables.ts'
import type { Spool } from '../spool/spool.ts'
import type { DeadLetters } from '../warehouse/loader/dead-letters.ts'
import { type CollectorBook, isOld, type OwnFigures, sumOfFigures } from './collector-books.ts'
import type { Ledger } from './ledger.ts'

/** What the account takes from the log; a copy of it makes the account of that moment. */
export type LogFigures = Pick<Spool, 'totals' | 'pendingRows' | 'cursor'>

interface Books {
  readonly clickhouse: ClickHouse
  readonly spool: LogFigures
  readonly deadLetters: DeadLetters
  readonly ledger: Ledger
}

/** What the log, the dead letters and the ledger say, all of one moment: the account as far as it is known without the database. */
export function knownDelivery({ spool, deadLetters, ledger }: Omit<Books, 'clickhouse'>): OwnFigures {
  const { received, accepted, duplicates, rejected } = spool.totals
  const own = {
    // What came past the log was received by nobody but the tables.
    received: received + ledger.directRows,
    accepted: accepted + ledger.directRows,
    duplicates,
    rejected: { ...rejected },
    pending: spool.pendingRows,
    dead_letters: deadLetters.count + spool.cursor.lost,
    erased: ledger.erasedRows,
    expired: ledger.expiredRows,
    late_duplicates: ledger.copiedRows,
  }
  return ledger.inherited ? sumOfFigures([own, ledger.inherited]) : own
}

/**
 * The account. The left side comes from the log's totals, `stored` from the tables themselves, so that the two sides
 * can disagree if something is wrong.
 *
 * @param others books of the other collectors that write to the tables.
 * @param id of this one.
 */
export async function delivery(
  books: Books,
  others: readonly CollectorBook[] = [],
  id = '',
): Promise<Omit<Delivery, 'last_audit'>> {
  const stored = await countRows(books.clickhouse.reader)
  const own = knownDelivery(books)
  return {
    ...accountOf([own, ...others], stored),
    ...(others.length > 0 && { collectors: sharesOf(own, others, id) }),
  }
}

/** The same of a log at some moment. @param others the part of all the others. */
export async function deliveryAt(
  books: Books,
  others: OwnFigures | undefined,
): Promise<Omit<Delivery, 'last_audit'>> {
  const stored = await countRows(books.clickhouse.reader)
  const own = knownDelivery(books)
  return accountOf(others ? [own, others] : [own], stored)
}

function accountOf(parts: readonly OwnFigures[], stored: number): Omit<Delivery, 'last_audit'> {
  const { late_duplicates, ...sums } = sumOfFigures(parts)
  return {
    ...sums,
    accepted: sums.accepted - late_duplicates,
    duplicates: sums.duplicates + late_duplicates,
    stored,
    ...(late_duplicates > 0 && { late_duplicates }),
  }
}

function sharesOf(own: OwnFigures, others: readonly CollectorBook[], id: string): CollectorShare[] {
  const share = ({ received, accepted, pending }: OwnFigures) => ({ received, accepted, pending })
  const shares = others.map((book): CollectorShare => {
    const state = isOld(book) ? 'old' : book.state
    return { id: book.collector, state, age_ms: book.age_ms, ...share(book) }
  })
  return [{ id, state: 'here', age_ms: 0, ...share(own) }, ...shares]
}

async function countRows(client: ClickHouseClient): Promise<number> {
  const { rows } = await runQueryForOne(client, {
    name: 'rows stored',
    sql: `SELECT ${EVENT_TABLES.map((table) => `(SELECT count() FROM analytics.${table})`).join(' + ')} AS rows`,
    row: z.object({ rows: z.coerce.number() }),
  })
  return rows
}
