import { randomUUID } from 'node:crypto'
import type { EventTable } from '../events/event-tables.ts'
import { addRows, type Seal, totalRows } from './batch.ts'
import type { OpenBatch } from './batch-queue.ts'
import { MAX_ROW_BYTES, RECORD, type RecordBuffer } from './record.ts'
import { type RowBlock, tableCode } from './row-block.ts'
import { addTotals, isZero, noTotals, type Totals } from './totals.ts'

interface GroupOptions {
  /** Where the group will be written. */
  readonly segment: number
  readonly offset: number
  /** The batch so far; undefined if the group's first row begins one. */
  readonly open: OpenBatch | undefined
  /** Seals that could not be written earlier. */
  readonly lateSeals: readonly Seal[]
  /** Sequence number of the group's first append. */
  readonly firstAppend: number
  readonly mustSeal: (rows: number, bytes: number, end: number) => boolean
}

interface EncodedGroup {
  /** The batch after the group; undefined if the group sealed it or had no rows. */
  readonly open: OpenBatch | undefined
  readonly sealed: Seal | undefined
  /** What the group adds to the spool's totals. */
  readonly totals: Totals
}

/**
 * Writes the records of a group into `buffer`: its rows, each stamped with their batch, their tally, and the seal of
 * the batch if the group completes it.
 */
export function encodeGroup(
  buffer: RecordBuffer,
  group: readonly { readonly blocks: readonly RowBlock[]; readonly tally: Totals }[],
  options: GroupOptions,
): EncodedGroup {
  const { segment, offset, lateSeals, firstAppend, mustSeal } = options
  const totals = noTotals()
  let open = options.open && { ...options.open, rows: { ...options.open.rows } }

  for (const seal of lateSeals) buffer.addJson(RECORD.seal, seal)
  /** Rows of all appends: one record per table, instead of per append, is less to write and to read. */
  const rowsByTable = new Map<EventTable, string[]>()
  for (const [i, { blocks, tally }] of group.entries()) {
    for (const { table, rows } of blocks) {
      if (rows.length === 0) continue
      open ??= {
        id: randomUUID(),
        start: offset + buffer.length,
        rows: {},
        firstRowAt: Date.now(),
        openedAt: performance.now(),
        firstAppend: firstAppend + i,
      }
      const before = rowsByTable.get(table)
      if (before) before.push(...rows)
      else rowsByTable.set(table, [...rows])
      addRows(open.rows, table, rows.length)
    }
    addTotals(totals, tally)
  }
  if (open) for (const [table, rows] of rowsByTable) buffer.addRows(tableCode(table), rows, open.id)
  if (rowsByTable.size > 0 || !isZero(totals)) buffer.addJson(RECORD.tally, totals)
  for (const rows of rowsByTable.values()) totals.accepted += rows.length

  const end = offset + buffer.length
  if (!open || !mustSeal(totalRows(open.rows), end - open.start, end))
    return { open, sealed: undefined, totals }
  const { id, start, rows, firstRowAt } = open
  const seal: Seal = { id, segment, start, end, rows, firstRowAt }
  buffer.addJson(RECORD.seal, seal)
  return { open: undefined, sealed: seal, totals }
}

/** For a row: its batch id and line feed. For an append: frames, tally, and perhaps a seal. */
const ROW_OVERHEAD_BYTES = 42
const APPEND_OVERHEAD_BYTES = 512

/** Bytes that an append takes on disk at most. @throws {RangeError} if a row is larger than a record may be. */
export function sizeOf(blocks: readonly RowBlock[]): number {
  let bytes = APPEND_OVERHEAD_BYTES
  for (const { rows } of blocks) {
    for (const row of rows) {
      const rowBytes = Buffer.byteLength(row)
      if (rowBytes > MAX_ROW_BYTES) throw new RangeError(`a row of ${rowBytes} bytes`)
      bytes += rowBytes + ROW_OVERHEAD_BYTES
    }
  }
  return bytes
}
