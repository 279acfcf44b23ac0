import { EVENT_TABLES, type EventTable } from '../events/event-tables.ts'
import { ROW_COLUMNS } from '../events/row-columns.ts'

/**
 * Rows of one table, each the text of a JSON array: the values of the table's `ROW_COLUMNS` without the batch, so it
 * begins with the ids of event and session. Names would take two fifths of the log, and a third of an insert's time.
 */
export interface RowBlock {
  readonly table: EventTable
  readonly rows: readonly string[]
}

/** The contents of a rows record, as views into the scanned bytes. */
export interface StoredRows {
  readonly table: EventTable
  readonly count: number
  /** One array per line, ready for the database. */
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

const BATCH_ID_AT = '["'.length
const UUID_LENGTH = 36
const EVENT_ID_AT = BATCH_ID_AT + UUID_LENGTH + '","'.length
const SESSION_AT = EVENT_ID_AT + UUID_LENGTH + '","'.length

/** Rows as they are stored: each with its batch, on a line of its own. */
export function stampRows(batchId: string, rows: readonly string[]): Buffer {
  return Buffer.from(rows.map((row) => `["${batchId}",${row.slice(1)}\n`).join(''))
}

/** The batch of the rows; undefined if all of them are blank. */
export function batchIdOf(rows: Buffer): string | undefined {
  for (const start of rowStarts(rows)) {
    if (rows[start] !== OPENING_BRACKET) continue
    return rows.toString('latin1', start + BATCH_ID_AT, start + BATCH_ID_AT + UUID_LENGTH)
  }
  return undefined
}

/** Gives each row of `rows` another batch, in a copy. */
export function withBatchId(rows: Buffer, batchId: string): Buffer {
  const copy = Buffer.from(rows)
  for (const start of rowStarts(copy)) copy.write(batchId, start + BATCH_ID_AT, 'latin1')
  return copy
}

/** Ids of the remaining rows; erased ones are blank. */
export function* eventIdsOf(rows: Buffer): Generator<string> {
  for (const start of rowStarts(rows)) {
    if (rows[start] !== OPENING_BRACKET) continue
    yield rows.toString('latin1', start + EVENT_ID_AT, start + EVENT_ID_AT + UUID_LENGTH)
  }
}

const OPENING_BRACKET = 0x5b
const SPACE = 0x20

/** The texts of the remaining rows. */
export function* rowTextsOf(rows: Buffer): Generator<string> {
  for (const start of rowStarts(rows)) {
    if (rows[start] === OPENING_BRACKET) yield rows.toString('utf8', start, rows.indexOf(0x0a, start))
  }
}

/** The session of a row. */
export function sessionOf(row: string): string {
  return row.slice(SESSION_AT, row.indexOf('"', SESSION_AT))
}

/** A row's values by column. Rows of an earlier version lack the last ones. */
export function valuesOf(table: EventTable, row: string): Record<string, unknown> {
  const values = JSON.parse(row) as readonly unknown[]
  return Object.fromEntries(values.map((value, i) => [ROW_COLUMNS[table][i] ?? `column ${i}`, value]))
}

/** How a session's value begins. Quotes within texts are escaped, so that only a whole value looks like this. */
const SESSION = ',"session_'

/** Values that look like sessions in some bytes, damaged ones included, once per occurrence. */
export function* sessionsIn(bytes: Buffer): Generator<string> {
  for (let at = bytes.indexOf(SESSION); at !== -1; at = bytes.indexOf(SESSION, at + 1))
    yield bytes.toString('latin1', at + 2, bytes.indexOf('"', at + 2))
}

/** Overwrites the rows of some sessions with blanks, so that places and counts stay. Returns how many. */
export function blankRows(rows: Buffer, isErased: (sessionId: string) => boolean): number {
  let blanked = 0
  for (const start of rowStarts(rows)) {
    if (rows[start] !== OPENING_BRACKET) continue
    const end = rows.indexOf(0x0a, start)
    const session = rows.toString('latin1', start + SESSION_AT, rows.indexOf('"', start + SESSION_AT))
    if (!isErased(session)) continue
    rows.fill(SPACE, start, end)
    blanked++
  }
  return blanked
}

/** Offsets at which the rows begin. JSON text holds no bare line feed, so each one ends a row. */
export function* rowStarts(rows: Buffer): Generator<number> {
  for (let start = 0; start < rows.length; start = rows.indexOf(0x0a, start) + 1) yield start
}
