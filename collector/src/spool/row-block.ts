import { EVENT_TABLES, type EventTable } from '../event-tables.ts'

/** Rows of one table, each the text of a JSON object that begins with `{"event_id":"<uuid>",`. */
export interface RowBlock {
  readonly table: EventTable
  readonly rows: readonly string[]
}

/** What a rows record holds, as views into the scanned bytes. */
export interface StoredRows {
  readonly table: EventTable
  readonly count: number
  /** NDJSON, ready for the database. */
  readonly bytes: Buffer
}

export function tableCode(table: EventTable): number {
  return EVENT_TABLES.indexOf(table)
}

export function decodeRows(payload: Buffer): StoredRows {
  const table = EVENT_TABLES[payload.readUInt8(0)]
  if (!table)
    throw new Error(`a record names table ${payload.readUInt8(0)}, which this version does not know`)
  return { table, count: payload.readUInt16LE(1), bytes: payload.subarray(3) }
}

const BATCH_ID_AT = '{"batch_id":"'.length
const UUID_LENGTH = 36
const EVENT_ID_AT = BATCH_ID_AT + UUID_LENGTH + '","event_id":"'.length

export function batchIdOf(rows: Buffer): string {
  return rows.toString('latin1', BATCH_ID_AT, BATCH_ID_AT + UUID_LENGTH)
}

/** Gives each NDJSON row of `rows` another batch, in a copy. */
export function withBatchId(rows: Buffer, batchId: string): Buffer {
  const copy = Buffer.from(rows)
  for (const start of rowStarts(copy)) copy.write(batchId, start + BATCH_ID_AT, 'latin1')
  return copy
}

export function* eventIdsOf(rows: Buffer): Generator<string> {
  for (const start of rowStarts(rows)) {
    yield rows.toString('latin1', start + EVENT_ID_AT, start + EVENT_ID_AT + UUID_LENGTH)
  }
}

/** Offsets at which the rows begin. JSON text holds no bare line feed, so each one ends a row. */
export function* rowStarts(rows: Buffer): Generator<number> {
  for (let start = 0; start < rows.length; start = rows.indexOf(0x0a, start) + 1) yield start
}
