import { randomUUID } from 'node:crypto'
import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../clickhouse/query.ts'
import { EVENT_TABLES, type EventTable } from '../event-tables.ts'
import { rowTextsOf, withBatchId } from '../spool/row-block.ts'
import type { Spool } from '../spool/spool.ts'
import { sendRows } from '../writer/batch-table.ts'

export interface ReplayResult {
  /** Rows read from the segments that are kept. */
  readonly read: number
  /** Rows among them that the database lacked, and has now. */
  readonly inserted: number
}

const CHUNK_ROWS = 20_000

/** The part of a row that replay needs; ids and times are ours, the rest stays as it is. */
const RowId = z.object({ event_id: z.string(), received_at: z.string() })

/**
 * Puts rows that the database lost back from the segments that are kept. A row that is there stays alone, an erased
 * one is blank in the segments. Run it with writing paused.
 *
 * @param progress told the rows read so far after each piece.
 */
export async function replay(
  client: ClickHouseClient,
  spool: Spool,
  progress: (read: number) => void,
): Promise<ReplayResult> {
  const waiting = new Map<EventTable, string[]>(EVENT_TABLES.map((table) => [table, []]))
  let read = 0
  let inserted = 0

  for await (const { table, bytes } of spool.keptRows()) {
    const rows = waiting.get(table) ?? []
    for (const text of rowTextsOf(bytes)) {
      rows.push(text)
      read++
    }
    if (rows.length >= CHUNK_ROWS) {
      inserted += await insertMissing(client, table, rows.splice(0))
      progress(read)
    }
  }
  for (const [table, rows] of waiting) inserted += await insertMissing(client, table, rows)
  progress(read)
  return { read, inserted }
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
  return missing.length
}
