import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../clickhouse/query.ts'
import { EVENT_TABLES, type EventTable } from '../../events/event-tables.ts'
import type { DuplicateIds } from '../../spool/cursor.ts'
import { rowTextsOf, type StoredRows, valuesOf } from '../../spool/row-block.ts'

/** Ids or sessions per query: as many as fit into a URL. */
export const IDS_AT_ONCE = 2_000

/** An event counts as a repeat for seven days after its first arrival; the eighth allows for clocks. */
const DUPLICATE_DAYS = 8

const Row = z.object({
  event_id: z.string(),
  received_at: z.string(),
  session_id: z.string().default(''),
  test_name: z.string().default(''),
})

/**
 * Finds rows that the database already has: the same event or, for an assignment, any of its session in its test.
 *
 * @param rows texts of rows of that table.
 * @param batchId their own batch, if it is to be ignored.
 * @returns their event ids.
 */
export async function findStored(
  client: ClickHouseClient,
  table: EventTable,
  rows: readonly string[],
  batchId?: string,
): Promise<Set<string>> {
  const stored = new Set<string>()
  for (let from = 0; from < rows.length; from += IDS_AT_ONCE) {
    const chunk = rows.slice(from, from + IDS_AT_ONCE).map((text) => Row.parse(valuesOf(table, text)))
    for (const { event_id } of await storedEvents(client, chunk, batchId)) stored.add(event_id)
    if (table !== 'ab_test_assignments') continue
    const known = new Set((await storedAssignments(client, chunk, batchId)).map(assignmentKey))
    for (const row of chunk) if (known.has(assignmentKey(row))) stored.add(row.event_id)
  }
  return stored
}

/** The events of a batch that the database has from an earlier one, by table; tables without any are left out. */
export async function findDuplicates(
  client: ClickHouseClient,
  batchId: string,
  found: readonly StoredRows[],
): Promise<DuplicateIds> {
  const duplicateIds: DuplicateIds = {}
  for (const table of EVENT_TABLES) {
    const rows = found.filter((block) => block.table === table).flatMap(({ bytes }) => [...rowTextsOf(bytes)])
    const stored = await findStored(client, table, rows, batchId)
    if (stored.size > 0) duplicateIds[table] = [...stored]
  }
  return duplicateIds
}

/** Searches all tables: an id names one event, whatever type it has the second time. */
function storedEvents(
  client: ClickHouseClient,
  rows: readonly z.output<typeof Row>[],
  batchId: string | undefined,
): Promise<{ event_id: string }[]> {
  return runQuery(client, {
    name: 'events that are there',
    sql: EVENT_TABLES.map(
      (table) => `SELECT event_id FROM analytics.${table}
        WHERE event_id IN {ids: Array(UUID)} ${batchId ? 'AND batch_id != {batch: UUID}' : ''}
          AND received_at >= subtractDays({first: DateTime64(3, 'UTC')}, ${DUPLICATE_DAYS})`,
    ).join(' UNION ALL '),
    params: {
      ids: rows.map(({ event_id }) => event_id),
      batch: batchId,
      first: rows.map(({ received_at }) => received_at).reduce((a, b) => (a < b ? a : b)),
    },
    row: z.object({ event_id: z.string() }),
  })
}

/** Searches all time: a session has one assignment per test for ever. */
function storedAssignments(
  client: ClickHouseClient,
  rows: readonly z.output<typeof Row>[],
  batchId: string | undefined,
): Promise<{ session_id: string; test_name: string }[]> {
  return runQuery(client, {
    name: 'assignments that are there',
    sql: `SELECT DISTINCT session_id, test_name FROM analytics.ab_test_assignments
      WHERE session_id IN {sessions: Array(String)} ${batchId ? 'AND batch_id != {batch: UUID}' : ''}`,
    params: { sessions: rows.map(({ session_id }) => session_id), batch: batchId },
    row: z.object({ session_id: z.string(), test_name: z.string() }),
  })
}

function assignmentKey({ session_id, test_name }: { session_id: string; test_name: string }): string {
  return `${session_id}\n${test_name}`
}

/**
 * The key under which an event, or a session's assignment in a test, is stored once.
 *
 * @param row text of a row of the table.
 */
export function uniqueKey(table: EventTable, row: string): string {
  const parsed = Row.parse(valuesOf(table, row))
  return table === 'ab_test_assignments' ? assignmentKey(parsed) : parsed.event_id
}
