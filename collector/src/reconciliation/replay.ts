import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../warehouse/clickhouse/query.ts'
import { EVENT_TABLES, type EventTable } from '../events/event-tables.ts'
import { failpoint } from '../platform/failpoint.ts'
import { eventIdsOf, rowTextsOf, valuesOf, withBatchId } from '../spool/row-block.ts'
import type { Spool } from '../spool/spool.ts'
import { insertEvents } from '../warehouse/clickhouse/insert-rows.ts'
import { waitForInserts } from '../warehouse/loader/batch-rows.ts'
import type { DeadLetters } from '../warehouse/loader/dead-letters.ts'
import { findStored, IDS_AT_ONCE, uniqueKey } from '../warehouse/loader/find-stored.ts'
import { markBatch } from '../warehouse/sessions/late-sessions.ts'
import { monthOfText, oldestRetainedMonth } from './retention.ts'

const CHUNK_ROWS = 20_000

/** Prefix of the tokens of restored rows. */
const TOKEN = 'replay:'

/** The part of a row that replay needs; ids and times are ours, the rest stays as it is. */
const RowId = z.object({ event_id: z.string(), received_at: z.string(), session_id: z.string() })

/** The rows of this collector that the tables should have. */
export interface RetainedLog {
  readonly clickhouse: ClickHouseClient
  readonly spool: Spool
  readonly deadLetters: DeadLetters
  /** Months that are kept; older rows were removed on purpose. */
  readonly retentionMonths: number
  readonly isErased: (sessionId: string) => boolean
}

/**
 * Restores rows that the database lost from the retained segments. Stored rows are left alone; erased rows are blank in
 * the segments; dead letters and rows that were never loaded are handled elsewhere. Run it with loading paused.
 *
 * @param progress receives the rows read so far, after each group.
 */
export async function replay(log: RetainedLog, progress: (read: number) => void) {
  const { clickhouse } = log
  // Rows still on their way from an earlier replay would be taken for lost.
  await waitForInserts(clickhouse, TOKEN)
  /** Rows that the database lacked and now has. */
  let inserted = 0
  const read = await eachChunk(log, async (table, rows, soFar) => {
    const missing = await missingRows(clickhouse, table, rows)
    if (missing.length > 0) {
      failpoint('replay.before-insert')
      const batchId = randomUUID()
      const bytes = withBatchId(Buffer.from(missing.map((row) => `${row}\n`).join('')), batchId)
      await insertEvents(clickhouse, table, bytes, `${TOKEN}${batchId}:${table}`)
      failpoint('replay.after-insert')
      await markBatch(clickhouse, batchId, [table])
      inserted += missing.length
    }
    progress(soFar)
  })
  progress(read)
  return { read, inserted }
}

/** How many rows of the retained segments should be in the tables, and how many are. Run it with loading paused. */
export async function countRetained(log: RetainedLog): Promise<{ rows: number; present: number }> {
  let rows = 0
  let missing = 0
  await eachChunk(log, async (table, chunk) => {
    rows += chunk.length
    missing += (await missingRows(log.clickhouse, table, chunk)).length
  })
  return { rows, present: rows - missing }
}

/** Hands out the rows that the tables should have, some thousands of one table at a time. Returns how many were read. */
async function eachChunk(
  { spool, deadLetters, retentionMonths, isErased }: RetainedLog,
  take: (table: EventTable, rows: readonly string[], read: number) => Promise<void>,
): Promise<number> {
  const refused = await idsOf(deadLetters)
  const oldest = oldestRetainedMonth(new Date(), retentionMonths)
  const waiting = new Map<EventTable, string[]>(EVENT_TABLES.map((table) => [table, []]))
  let read = 0
  for await (const { table, bytes, segment, end } of spool.retainedRows()) {
    // Later rows are still the loader's.
    if (!spool.isCommitted({ segment, offset: end })) continue
    const rows = waiting.get(table) ?? []
    for (const text of rowTextsOf(bytes)) {
      read++
      const { event_id, received_at, session_id } = RowId.parse(valuesOf(table, text))
      const isExpected = !refused.has(event_id) && monthOfText(received_at) >= oldest
      if (isExpected && !isErased(session_id)) rows.push(text)
    }
    if (rows.length >= CHUNK_ROWS) await take(table, rows.splice(0), read)
    // Events are accepted meanwhile, and their senders wait for a response.
    await turn()
  }
  for (const [table, rows] of waiting) if (rows.length > 0) await take(table, rows, read)
  return read
}

async function idsOf(deadLetters: DeadLetters): Promise<Set<string>> {
  const ids = new Set<string>()
  for (const letter of await deadLetters.list())
    for (const id of eventIdsOf((await deadLetters.read(letter)).rows)) ids.add(id)
  return ids
}

async function missingRows(
  client: ClickHouseClient,
  table: EventTable,
  rows: readonly string[],
): Promise<string[]> {
  const ids = rows.map((row) => RowId.parse(valuesOf(table, row)))
  const known = new Set<string>()
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE)
    for (const id of await presentIds(client, table, ids.slice(from, from + IDS_AT_ONCE))) known.add(id)
  const absent = rows.filter((_, i) => !known.has(ids[i]?.event_id ?? ''))
  // Rows that the loader left out as duplicates are stored from an earlier time.
  const earlier = await findStored(client, table, absent)
  const found = new Map<string, string>()
  // The log may have an event twice, if it was resent before the ids of the log were known. The first one counts.
  for (const row of absent) {
    const key = uniqueKey(table, row)
    if (!earlier.has(RowId.parse(valuesOf(table, row)).event_id) && !found.has(key)) found.set(key, row)
  }
  return [...found.values()]
}

/** Asks for these ids only: between the first and the last row, other collectors may have stored millions. */
async function presentIds(
  client: ClickHouseClient,
  table: EventTable,
  rows: readonly z.output<typeof RowId>[],
): Promise<string[]> {
  const times = rows.map(({ received_at }) => received_at).sort()
  const present = await runQuery(client, {
    name: 'rows that are present',
    sql: `SELECT event_id FROM analytics.${table} WHERE event_id IN {ids: Array(UUID)}
      AND received_at >= {first: DateTime64(3, 'UTC')} AND received_at <= {last: DateTime64(3, 'UTC')}`,
    params: { ids: rows.map(({ event_id }) => event_id), first: times[0], last: times.at(-1) },
    row: z.object({ event_id: z.string() }),
  })
  return present.map(({ event_id }) => event_id)
}
