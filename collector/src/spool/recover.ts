import type { Logger } from '../platform/logger.ts'
import { addRows, type Seal, type SealedBatch, totalRows } from './batch.ts'
import { type Cursor, startCursor, bootId } from './cursor.ts'
import type { FileSystem } from './file-system.ts'
import { quarantine } from './quarantine.ts'
import { readRecord, RECORD, scanRecords, type SpoolRecord } from './record.ts'
import { batchIdOf, decodeRows } from './row-block.ts'
import { FORMAT, type Segment, type SegmentHeader, segmentNumber, segmentPath } from './segment.ts'
import { addTotals, noTotals, sumOfParts, type Totals } from './totals.ts'

export interface Recovered {
  /** Oldest first. */
  readonly segments: Segment[]
  /** Uncommitted batches in order: sealed ones as they were, and what a crash left unsealed. */
  readonly batches: SealedBatch[]
  /** Batches among them whose seal is still to be written. */
  readonly unsealed: Seal[]
  readonly totals: Totals
  readonly cursor: Cursor
}

/** A header fits well within this. */
const HEADER_BYTES = 64 * 1024

/**
 * Reads the spool as a crash may have left it.
 *
 * - Bytes after the last whole record of the last segment were never acknowledged: cut, WARN.
 * - Bytes that are no record, with records after them, were acknowledged once: copied to `quarantine/`, skipped,
 *   ERROR. The batch's seal says how many rows are missing.
 * - Committed segments are not read; replay checks their rows.
 * - Events received are known from tallies. A torn tail may have kept rows and lost their tally: then the rows are
 *   counted instead. In a damaged segment, or one whose tallies lack the number, received is the sum of the events'
 *   outcomes.
 */
export async function recover(
  files: FileSystem,
  directory: string,
  storedCursor: Cursor | undefined,
  log: Logger,
): Promise<Recovered> {
  const cursor = storedCursor ?? startCursor(bootId())
  const { segments, knownBytes } = await listSegments(files, directory)
  const state: State = { seals: new Map(), found: new Map(), totals: noTotals(), begunAt: 0 }

  for (const segment of segments) {
    const isLast = segment === segments.at(-1)
    // The totals of committed segments are in their successor's header.
    if (segment.number < cursor.segment && !isLast) continue
    const known = knownBytes.get(segment.number)
    const bytes = (await files.read(segment.path)).subarray(0, segment.bytes)
    if (known !== undefined && bytes.length < known) {
      log.error(
        { segment: segment.number, bytes: known - bytes.length },
        'spool: the end of a segment is missing; rows in it are lost',
      )
    }
    const seen: SeenRows[] = []
    const received = new RecoveredReceipts(state.totals)
    for (const item of scanRecords(bytes)) {
      if (item.kind !== 'damage') {
        applyRecord(state, item, segment.number, cursor, seen)
        received.note(item)
      } else if (item.end === bytes.length && known === undefined) {
        segment.bytes = item.start
        log.warn({ segment: segment.number, bytes: item.end - item.start }, 'spool: torn tail cut')
      } else {
        received.noteDamage()
        await quarantine(
          files,
          directory,
          segment.number,
          bytes.subarray(item.start, item.end),
          item.start,
          log,
        )
      }
    }
    received.finish()
  }

  const unsealed = [...state.found.values()].filter(({ id }) => !state.seals.has(id))
  const batches = [...state.seals.values(), ...unsealed]
    .filter((batch) => isAfter(cursor, batch.segment, batch.end))
    .sort((a, b) => a.segment - b.segment || a.start - b.start)
    // Batches go in order, so the previous process has attempted at most the first.
    .map((batch, i): SealedBatch => ({ ...batch, mayBeInserted: i === 0 || !storedCursor }))
  const pending = batches.reduce((sum, batch) => sum + totalRows(batch.rows), 0)
  if (pending > 0) log.info({ batches: batches.length, rows: pending }, 'spool: rows still to be inserted')
  return { segments, batches, unsealed, totals: state.totals, cursor }
}

interface State {
  readonly seals: Map<string, Seal>
  /** Batches as their rows records describe them. */
  readonly found: Map<string, Seal>
  readonly totals: Totals
  /** When the segment being read began: no row in it is older. Milliseconds since 1970. */
  begunAt: number
}

/** Where a rows record lies, and how many it holds. */
interface SeenRows {
  readonly start: number
  readonly rows: number
}

/** `seen`: what this segment held so far. */
function applyRecord(
  state: State,
  record: SpoolRecord,
  segment: number,
  cursor: Cursor,
  seen: SeenRows[],
): void {
  switch (record.kind) {
    case RECORD.header: {
      const header = JSON.parse(record.payload.toString()) as SegmentHeader
      if (header.format !== FORMAT) throw otherVersion(`format ${String(header.format)}`, segment)
      Object.assign(state.totals, header.totals)
      state.begunAt = Date.parse(header.created_at)
      return
    }
    case RECORD.rows: {
      const rows = decodeRows(record.payload)
      state.totals.accepted += rows.count
      seen.push({ start: record.start, rows: rows.count })
      if (!isAfter(cursor, segment, record.end)) return
      const id = batchIdOf(rows.bytes)
      if (id === undefined) return
      const { start, end } = record
      const begun = { id, segment, start, end, rows: {}, firstRowAt: state.begunAt }
      const batch = state.found.get(id) ?? begun
      addRows(batch.rows, rows.table, rows.count)
      state.found.set(id, { ...batch, end: record.end })
      return
    }
    case RECORD.tally: {
      addTotals(state.totals, JSON.parse(record.payload.toString()) as Totals)
      return
    }
    case RECORD.seal: {
      const seal = JSON.parse(record.payload.toString()) as Seal
      state.seals.set(seal.id, seal)
      // Rows lost to damage were accepted too. Later segments' headers have counted them already.
      if (seal.segment === segment) state.totals.accepted += lostRows(seal, seen)
      return
    }
    default:
      throw otherVersion(`record kind ${record.kind}`, segment)
  }
}

function lostRows(seal: Seal, seen: readonly SeenRows[]): number {
  const within = seen.filter(({ start }) => start >= seal.start && start < seal.end)
  return totalRows(seal.rows) - within.reduce((sum, { rows }) => sum + rows, 0)
}

function otherVersion(what: string, segment: number): Error {
  return new Error(`${what} in segment ${segment}: written by another version; run that one`)
}

function isAfter(cursor: Cursor, segment: number, end: number): boolean {
  return segment > cursor.segment || (segment === cursor.segment && end > cursor.offset)
}

/**
 * Events received according to an incomplete segment. A difference from before the segment stays, so that
 * reconciliation finds it.
 */
export class RecoveredReceipts {
  readonly #totals: Totals
  #difference: number
  /** Rows after the last tally: a torn tail may have kept them and lost theirs. */
  #untallied = 0
  #isIncomplete = false

  /** @param totals as they stand before the segment; recovery goes on adding to them. */
  constructor(totals: Totals) {
    this.#totals = totals
    this.#difference = totals.received - sumOfParts(totals)
  }

  /** Notes a record that is in the totals already. */
  note({ kind, payload }: SpoolRecord): void {
    if (kind === RECORD.header) this.#difference = this.#totals.received - sumOfParts(this.#totals)
    if (kind === RECORD.rows) this.#untallied += decodeRows(payload).count
    if (kind === RECORD.tally) this.#untallied = 0
  }

  /** Notes damaged bytes: they may have been a tally. */
  noteDamage(): void {
    this.#isIncomplete = true
  }

  /** Completes `received` once the segment is read. */
  finish(): void {
    if (this.#isIncomplete) this.#totals.received = sumOfParts(this.#totals) + this.#difference
    else this.#totals.received += this.#untallied
  }
}

/** The segments, with their good lengths if a successor records them. Bytes beyond were never acknowledged. */
async function listSegments(
  files: FileSystem,
  directory: string,
): Promise<{ segments: Segment[]; knownBytes: Map<number, number> }> {
  const knownBytes = new Map<number, number>()
  const numbers = (await files.list(directory)).flatMap((name) => segmentNumber(name) ?? [])
  const segments: Segment[] = []
  for (const number of numbers.sort((a, b) => a - b)) {
    const path = segmentPath(directory, number)
    const start = await files.readRange(path, 0, HEADER_BYTES)
    const header = readRecord(start, 0)
    if (header?.kind === RECORD.header) {
      const { previous } = JSON.parse(header.payload.toString()) as SegmentHeader
      const before = segments.find((segment) => segment.number === previous?.number)
      if (before && previous) {
        before.bytes = Math.min(before.bytes, previous.bytes)
        knownBytes.set(previous.number, previous.bytes)
      }
    }
    segments.push({ number, path, ...(await files.status(path)) })
  }
  return { segments, knownBytes }
}
