import { randomUUID } from 'node:crypto'
import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../clickhouse/query.ts'
import { EVENT_TABLES, type EventTable } from '../event-tables.ts'
import { failpoint } from '../failpoint.ts'
import { nodeFileSystem } from '../spool/file-system.ts'
import { RECORD, scanRecords } from '../spool/record.ts'
import { decodeRows, eventIdsOf, rowTextsOf, type StoredRows, withBatchId } from '../spool/row-block.ts'
import type { Spool } from '../spool/spool.ts'
import { sendRows } from '../writer/batch-table.ts'
import type { DeadLetters } from '../writer/dead-letters.ts'
import { rebuildTouched } from '../writer/repair-batch.ts'
import { oldestKeptMonth } from './expire.ts'

export interface ReplayResult {
  /** Rows read from the segments that are kept. */
  readonly read: number
  /** Rows among them that the database lacked, and has now. */
  readonly inserted: number
}

const CHUNK_ROWS = 20_000

/** The part of a row that replay needs; ids and times are ours, the rest stays as it is. */
const RowId = z.object({ event_id: z.string(), received_at: z.string() })

export interface ReplayTools {
  readonly clickhouse: ClickHouseClient
  readonly spool: Spool
  readonly deadLetters: DeadLetters
  /** Months that are kept; older rows are gone on purpose. */
  readonly retentionMonths: number
}

/**
 * Puts rows that the database lost back from the segments that are kept. A row that is there stays alone; an erased
 * one is blank in the segments; dead letters have a way of their own, and so have rows that were never inserted. Run
 * it with writing paused. The rollups are made anew for what came back; a replay that is killed in between leaves that
 * to `rebuild`.
 *
 * @param progress told the rows read so far after each piece.
 */
export async function replay(
  { clickhouse, spool, deadLetters, retentionMonths }: ReplayTools,
  progress: (read: number) => void,
): Promise<ReplayResult> {
  const refused = await idsOf(deadLetters)
  const oldest = oldestKeptMonth(new Date(), retentionMonths)
  const waiting = new Map<EventTable, string[]>(EVENT_TABLES.map((table) => [table, []]))
  let read = 0
  let inserted = 0

  for await (const { table, bytes } of settledRows(spool)) {
    const rows = waiting.get(table) ?? []
    for (const text of rowTextsOf(bytes)) {
      read++
      const { event_id, received_at } = RowId.parse(JSON.parse(text))
      if (!refused.has(event_id) && monthOf(received_at) >= oldest) rows.push(text)
    }
    if (rows.length >= CHUNK_ROWS) {
      inserted += await insertMissing(clickhouse, table, rows.splice(0))
      progress(read)
    }
  }
  for (const [table, rows] of waiting) inserted += await insertMissing(clickhouse, table, rows)
  progress(read)
  return { read, inserted }
}

async function idsOf(deadLetters: DeadLetters): Promise<Set<string>> {
  const letters = await deadLetters.list()
  return new Set(letters.flatMap(({ letter }) => [...eventIdsOf(Buffer.from(letter.row))]))
}

/** `YYYYMM` of a time as rows have it. */
function monthOf(time: string): string {
  return time.slice(0, 4) + time.slice(5, 7)
}

/** Rows of the kept segments that were in the database once. Those after the cursor are still the writer's. */
async function* settledRows(spool: Spool): AsyncGenerator<StoredRows> {
  for (const { number, path, bytes } of spool.segments.slice()) {
    const segment = (await nodeFileSystem.read(path)).subarray(0, bytes)
    for (const item of scanRecords(segment)) {
      const settled = spool.isSettled({ segment: number, offset: item.end })
      if (item.kind === RECORD.rows && settled) yield decodeRows(item.payload)
    }
  }
}

async function insertMissing(
  client: ClickHouseClient,
  table: EventTable,
  rows: readonly string[],
): Promise<number> {
  if (rows.length === 0) return 0
  const ids = rows.map((row) => RowId.parse(JSON.parse(row)))
  const times = ids.map(({ received_at }) => received_at).sort()
  const present = await runQuery(client, {
    name: 'ids that are there',
    sql: `SELECT event_id FROM analytics.${table}
      WHERE received_at >= {first: DateTime64(3, 'UTC')} AND received_at <= {last: DateTime64(3, 'UTC')}`,
    params: { first: times[0], last: times.at(-1) },
    row: z.object({ event_id: z.string() }),
  })
  const known = new Set(present.map(({ event_id }) => event_id))
  const missing = rows.filter((_, i) => !known.has(ids[i]?.event_id ?? ''))
  if (missing.length === 0) return 0

  const batchId = randomUUID()
  const bytes = withBatchId(Buffer.from(missing.map((row) => `${row}\n`).join('')), batchId)
  await sendRows(client, table, bytes, `replay:${batchId}:${table}`)
  failpoint('replay.after-insert')
  // The rollups may have kept what the table had lost.
  await rebuildTouched(client, table, batchId)
  return missing.length
}
