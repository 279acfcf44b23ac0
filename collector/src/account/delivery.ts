import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import type { ClickHouse } from '../clickhouse/open-clickhouse.ts'
import { runQueryForOne } from '../clickhouse/query.ts'
import { EVENT_TABLES } from '../event-tables.ts'
import type { Spool } from '../spool/spool.ts'
import type { DeadLetters } from '../writer/dead-letters.ts'
import type { Ledger } from './ledger.ts'

interface Books {
  readonly clickhouse: ClickHouse
  readonly spool: Spool
  readonly deadLetters: DeadLetters
  readonly ledger: Ledger
}

/**
 * The account. The left side comes from the spool's totals, `stored` from the tables themselves, so that the two
 * sides can disagree if something is wrong.
 */
export async function delivery({
  clickhouse,
  spool,
  deadLetters,
  ledger,
}: Books): Promise<Omit<Delivery, 'last_audit'>> {
  const stored = await countRows(clickhouse.reader)
  const { accepted, duplicates, rejected } = spool.totals
  const refused = Object.values(rejected).reduce((sum, count) => sum + count, 0)
  return {
    received: accepted + duplicates + refused,
    accepted,
    duplicates,
    rejected: { ...rejected },
    stored,
    pending: spool.pendingRows,
    dead_letters: deadLetters.count + spool.cursor.lost,
    erased: ledger.erasedRows,
    expired: ledger.expiredRows,
  }
}

async function countRows(client: ClickHouseClient): Promise<number> {
  const { rows } = await runQueryForOne(client, {
    name: 'rows stored',
    sql: `SELECT ${EVENT_TABLES.map((table) => `(SELECT count() FROM analytics.${table})`).join(' + ')} AS rows`,
    row: z.object({ rows: z.coerce.number() }),
  })
  return rows
}
