import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery, runQueryForOne } from '../clickhouse/query.ts'
import { EVENT_TABLES, type EventTable } from '../event-tables.ts'
import { failpoint } from '../platform/failpoint.ts'
import type { Logger } from '../platform/logger.ts'
import { laterCopies, type StoredCopy } from './later-copies.ts'
import type { Ledger } from './ledger.ts'

interface CopyTools {
  readonly clickhouse: ClickHouseClient
  readonly ledger: Ledger
  readonly log: Logger
}

/** Ids that are held in memory at once. */
const MAX_IDS = 1_000_000
/** Rows taken out at once: an address has room for so many ids. */
const CHUNK = 500

const Row = z.object({
  table: z.enum(EVENT_TABLES),
  event_id: z.string(),
  batch_id: z.string(),
  received_at: z.string(),
  assignment: z.string(),
  month: z.string(),
  day: z.coerce.number().nullable(),
})

/** All rows of a table that fulfil a condition, in the same columns whatever the table. */
function rowsOf(table: EventTable, condition: string): string {
  const isAssignment = table === 'ab_test_assignments'
  return `SELECT '${table}' AS table, toString(stored.event_id) AS event_id, toString(stored.batch_id) AS batch_id,
      toString(stored.received_at) AS received_at, toString(toYYYYMM(stored.received_at)) AS month,
      ${isAssignment ? ASSIGNMENT : "''"} AS assignment,
      ${isAssignment ? 'NULL' : "toNullable(toUnixTimestamp(toStartOfDay(created_at, 'UTC')))"} AS day
    FROM analytics.${table} AS stored WHERE ${condition}`
}

const ASSIGNMENT = "concat(session_id, ' in ', test_name)"

/**
 * Takes out of the tables what two collectors have stored of the same event, but for the row that arrived first; in
 * the account these are duplicates from then on. Run it while nobody writes, and only if the account adds up with the
 * copies in it: then each of them was accepted by somebody.
 *
 * The rollups of their days are in the ledger to be made anew.
 *
 * @returns how many rows.
 */
export async function settleCopies(tools: CopyTools): Promise<number> {
  const { clickhouse, ledger, log } = tools
  await finishSettling(tools)
  let settled = 0
  for (const question of await questions(clickhouse)) {
    const later = laterCopies(await runQuery(clickhouse, { ...question, row: Row }))
    for (let from = 0; from < later.length; from += CHUNK) {
      const chunk = later.slice(from, from + CHUNK)
      await ledger.beginCopies(chunk)
      failpoint('copies.counted')
      await finishSettling(tools)
      settled += chunk.length
    }
  }
  if (settled > 0)
    log.warn(
      { rows: settled },
      'events that two collectors had taken were stored twice; the later rows are gone',
    )
  return settled
}

/** Takes out what was counted and may still be there: a crash or a statement that failed may have come in between. */
export async function finishSettling({ clickhouse, ledger }: Omit<CopyTools, 'log'>): Promise<void> {
  const { openCopies } = ledger
  if (openCopies.length === 0) return
  for (const table of EVENT_TABLES) {
    const rows = openCopies.filter((copy) => copy.table === table)
    if (rows.length > 0) await remove(clickhouse, table, rows)
    failpoint(`copies.after-${table}`)
  }
  await ledger.finishCopies()
}

async function remove(
  client: ClickHouseClient,
  table: EventTable,
  rows: readonly Pick<StoredCopy, 'event_id' | 'batch_id'>[],
): Promise<void> {
  await client.command({
    query: `ALTER TABLE analytics.${table} DELETE WHERE event_id IN {ids: Array(UUID)}
      AND concat(toString(event_id), toString(batch_id)) IN {rows: Array(String)} SETTINGS mutations_sync = 2`,
    query_params: {
      ids: rows.map(({ event_id }) => event_id),
      rows: rows.map(({ event_id, batch_id }) => event_id + batch_id),
    },
  })
}

/** Each asks for all rows of the events, or of the assignments, that are there more than once in a share of all ids. */
async function questions(client: ClickHouseClient): Promise<{ name: string; sql: string }[]> {
  const ids = EVENT_TABLES.map((table) => `SELECT event_id FROM analytics.${table}`).join(' UNION ALL ')
  const { rows } = await runQueryForOne(client, {
    name: 'rows of all tables',
    sql: `SELECT count() AS rows FROM (${ids})`,
    row: z.object({ rows: z.coerce.number() }),
  })
  const shares = Math.max(1, Math.ceil(rows / MAX_IDS))
  return Array.from({ length: shares }, (_, share) => {
    const twice = `stored.event_id IN (SELECT event_id FROM (${ids})
      WHERE cityHash64(event_id) % ${shares} = ${share} GROUP BY event_id HAVING count() > 1)`
    const assignedTwice = `${ASSIGNMENT} IN (SELECT ${ASSIGNMENT} AS assignment FROM analytics.ab_test_assignments
      WHERE cityHash64(session_id) % ${shares} = ${share} GROUP BY assignment HAVING count() > 1)`
    return [
      {
        name: 'events that are there twice',
        sql: EVENT_TABLES.map((table) => rowsOf(table, twice)).join(' UNION ALL '),
      },
      { name: 'assignments that are there twice', sql: rowsOf('ab_test_assignments', assignedTwice) },
    ]
  }).flat()
}
