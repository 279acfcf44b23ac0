import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { runQuery } from '../clickhouse/query.ts'
import { EVENT_TABLES } from '../event-tables.ts'
import type { Spool } from '../spool/spool.ts'
import type { DeadLetters } from '../writer/dead-letters.ts'

/**
 * The account. The left side comes from the spool's totals, `stored` from the tables themselves, so that the two
 * sides can disagree if something is wrong.
 */
export async function delivery(
  client: ClickHouseClient,
  spool: Spool,
  deadLetters: DeadLetters,
): Promise<Delivery> {
  const { accepted, duplicates, rejected } = spool.totals
  const refused = Object.values(rejected).reduce((sum, count) => sum + count, 0)
  return {
    received: accepted + duplicates + refused,
    accepted,
    duplicates,
    rejected: { ...rejected },
    stored: await countRows(client),
    pending: spool.pendingRows,
    dead_letters: deadLetters.count + spool.cursor.lost,
    erased: 0,
    expired: 0,
  }
}

async function countRows(client: ClickHouseClient): Promise<number> {
  const [row] = await runQuery(client, {
    name: 'rows stored',
    sql: `SELECT ${EVENT_TABLES.map((table) => `(SELECT count() FROM analytics.${table})`).join(' + ')} AS rows`,
    row: z.object({ rows: z.coerce.number() }),
  })
  return row?.rows ?? 0
}
