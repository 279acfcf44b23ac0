import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQueryForOne } from '../clickhouse/query.ts'
import { EVENT_TABLES } from '../event-tables.ts'
import type { Ledger } from './ledger.ts'

/** Hashes of one question; an address has room for so many. */
const CHUNK = 1_000

/**
 * Sessions that were erased and of which a table has something all the same, a restored backup's for one.
 *
 * @param open hashes of those whose erasure is under way.
 */
export async function erasedAndThere(
  client: ClickHouseClient,
  ledger: Ledger,
  open: readonly string[],
): Promise<number> {
  const underWay = new Set(open)
  const erasedHashes = ledger.erasedHashes.filter((hash) => !underWay.has(hash))
  const sessions = EVENT_TABLES.map((table) => `SELECT DISTINCT session_id FROM analytics.${table}`).join(
    ' UNION DISTINCT ',
  )
  let found = 0
  for (let from = 0; from < erasedHashes.length; from += CHUNK) {
    const { rows } = await runQueryForOne(client, {
      name: 'audit: erased sessions',
      sql: `SELECT count() AS rows FROM (${sessions}) WHERE lower(hex(SHA256(session_id))) IN {hashes: Array(String)}`,
      params: { hashes: erasedHashes.slice(from, from + CHUNK) },
      row: z.object({ rows: z.coerce.number() }),
    })
    found += rows
  }
  return found
}
