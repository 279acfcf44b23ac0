import type { ClickHouseClient } from '@clickhouse/client'
import { EVENT_TABLES, type EventTable } from '../event-tables.ts'
import type { Logger } from '../platform/logger.ts'
import type { Spool } from '../spool/spool.ts'
import type { Ledger } from './ledger.ts'
import type { TableCount } from './ledger-state.ts'
import { monthOf, monthsOf, oldestKeptMonth } from './months.ts'

interface CountingTools {
  readonly clickhouse: ClickHouseClient
  readonly ledger: Ledger
  readonly spool: Spool
  readonly retentionMonths: number
  readonly log: Logger
}

/**
 * Counts as expired what the tables' own TTL has taken since they were last counted, as it does where nobody was here
 * for months to remove old months first. Run it before anything is written.
 *
 * @param lacking no more than this: what other collectors have removed is counted by them.
 */
export async function countTaken(tools: CountingTools, lacking = Infinity, now = new Date()): Promise<void> {
  const { ledger, retentionMonths, log } = tools
  const last = ledger.lastCount
  const current = await countTables(tools, now)
  const taken = last ? upTo(lacking, takenSince(last, current, oldestKeptMonth(now, retentionMonths))) : {}
  if (Object.keys(taken).length > 0)
    log.warn(
      { rows: taken },
      'rows beyond their retention were removed by the database while nobody was here',
    )
  await ledger.count(current, taken)
}

/** Rows by table that are gone between two counts, of months beyond their retention. */
export function takenSince(last: TableCount, current: TableCount, oldestKept: string): Taken {
  const taken: Taken = {}
  for (const table of EVENT_TABLES) {
    const rowsOf = (counts: TableCount) =>
      Object.entries(counts.rows).filter(([key]) => key.startsWith(`${table}:`))
    const sumOf = (counts: TableCount) => rowsOf(counts).reduce((sum, [, rows]) => sum + rows, 0)
    // What was inserted after the last count is in its month or a later one.
    const late = (current.stored[table] ?? 0) - (last.stored[table] ?? 0)
    const missing = sumOf(last) + late - sumOf(current)
    const beyond = rowsOf(last)
      .filter(([key]) => key.slice(table.length + 1) < oldestKept)
      .reduce((sum, [key, rows]) => sum + Math.max(0, rows - (current.rows[key] ?? 0)), 0)
    const rows = Math.min(missing, beyond + (last.month < oldestKept ? late : 0))
    if (rows > 0) taken[table] = rows
  }
  return taken
}

type Taken = Partial<Record<EventTable, number>>

/** No more rows than so many, table by table. */
function upTo(most: number, taken: Taken): Taken {
  let left = most
  const found: Taken = {}
  for (const table of EVENT_TABLES) {
    const rows = Math.min(left, taken[table] ?? 0)
    left -= rows
    if (rows > 0) found[table] = rows
  }
  return found
}

/** What the tables hold, so that what their own TTL takes can be told later. Run it with writing paused. */
export async function countTables(
  { clickhouse, spool }: Pick<CountingTools, 'clickhouse' | 'spool'>,
  now = new Date(),
): Promise<TableCount> {
  const months = await monthsOf(clickhouse, EVENT_TABLES)
  return {
    month: monthOf(now),
    rows: Object.fromEntries(months.map(({ table, month, rows }) => [`${table}:${month}`, rows])),
    stored: { ...spool.cursor.stored },
  }
}
