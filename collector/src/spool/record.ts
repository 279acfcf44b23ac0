import { crc32c } from '@node-rs/crc32'

/**
 * A record: `u32 length | u32 crc32c | body`, little-endian; `length` and the checksum cover the body,
 * whose first byte is the kind.
 */
export const FRAME_BYTES = 8

/** `RecordBuffer` never writes a longer body: a length beyond it is damage. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024

/** A row larger than this is refused, so that no record outgrows `MAX_BODY_BYTES`. */
export const MAX_ROW_BYTES = 1024 * 1024

/** At this size, or this count, another rows record begins. */
const SPLIT_BYTES = 2 * 1024 * 1024
const MAX_RECORD_ROWS = 0xffff

const LINE_FEED = 0x0a

/** Kinds are stored: never change these numbers. */
export const RECORD = { header: 1, rows: 2, tally: 3, seal: 4 } as const
export type RecordKind = (typeof RECORD)[keyof typeof RECORD]

export interface SpoolRecord {
  readonly kind: number
  /** Body without its first byte. A view into the scanned buffer. */
  readonly payload: Buffer
  /** Offsets of the whole record in the scanned buffer. */
  readonly start: number
  readonly end: number
}

/** Bytes that are not a record. `end` is where the next good record begins, or the end of the buffer. */
export interface Damage {
  readonly kind: 'damage'
  readonly start: number
  readonly end: number
}

/** The record at `start`, or undefined if the bytes there are not a whole, intact one. */
export function readRecord(buffer: Buffer, start: number): SpoolRecord | undefined {
  if (start + FRAME_BYTES >= buffer.length) return undefined
  const length = buffer.readUInt32LE(start)
  const end = start + FRAME_BYTES + length
  if (length === 0 || length > MAX_BODY_BYTES || end > buffer.length) return undefined
  const body = buffer.subarray(start + FRAME_BYTES, end)
  if (crc32c(body) !== buffer.readUInt32LE(start + 4)) return undefined
  return { kind: body.readUInt8(0), payload: body.subarray(1), start, end }
}

/** Makes a record valid again after its body was changed in place. */
export function resealRecord(buffer: Buffer, record: SpoolRecord): void {
  buffer.writeUInt32LE(crc32c(buffer.subarray(record.start + FRAME_BYTES, record.end)), record.start + 4)
}

/** All records, and the damage between them. */
export function* scanRecords(buffer: Buffer): Generator<SpoolRecord | Damage> {
  let offset = 0
  while (offset < buffer.length) {
    const record = readRecord(buffer, offset)
    if (record) {
      yield record
      offset = record.end
    } else {
      const end = nextRecordAfter(buffer, offset)
      yield { kind: 'damage', start: offset, end }
      offset = end
    }
  }
}

function nextRecordAfter(buffer: Buffer, damaged: number): number {
  for (let offset = damaged + 1; offset < buffer.length - FRAME_BYTES; offset++) {
    if (readRecord(buffer, offset)) return offset
  }
  return buffer.length
}

/** Collects records into one growing buffer, so that a group is written with one call. */
export class RecordBuffer {
  #buffer = Buffer.allocUnsafe(256 * 1024)
  #length = 0

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  get length(): number {
    return this.#length
  }

  clear(): void {
    this.#length = 0
  }

  addJson(kind: RecordKind, value: unknown): void {
    const start = this.#begin(kind)
    this.#text(JSON.stringify(value))
    this.#end(start)
  }

  /**
   * Rows of one table: `u8 table | u16 count | a JSON array per line`, each row stamped with its batch. Many rows take
   * several records.
   */
  addRows(table: number, rows: readonly string[], batchId: string): void {
    const prefix = Buffer.from(`["${batchId}",`, 'latin1')
    for (let next = 0; next < rows.length;) {
      const start = this.#begin(RECORD.rows)
      this.#reserve(3)
      this.#length = this.#buffer.writeUInt8(table, this.#length)
      const countAt = this.#length
      this.#length += 2
      let count = 0
      while (next < rows.length && count < MAX_RECORD_ROWS && this.#length - start < SPLIT_BYTES) {
        this.#row(prefix, rows[next] ?? '')
        next++
        count++
      }
      this.#buffer.writeUInt16LE(count, countAt)
      this.#end(start)
    }
  }

  #begin(kind: RecordKind): number {
    const start = this.#length
    this.#reserve(FRAME_BYTES + 1)
    this.#length = this.#buffer.writeUInt8(kind, start + FRAME_BYTES)
    return start
  }

  #end(start: number): void {
    const body = this.#buffer.subarray(start + FRAME_BYTES, this.#length)
    this.#buffer.writeUInt32LE(body.length, start)
    this.#buffer.writeUInt32LE(crc32c(body), start + 4)
  }

  /** The text of an array, with `prefix` for its opening bracket, and a line feed. */
  #row(prefix: Buffer, text: string): void {
    this.#reserve(prefix.length + text.length * 3)
    const start = this.#length
    // The comma at the end of the prefix overwrites the bracket.
    const textAt = start + prefix.length - 1
    const end = textAt + this.#buffer.write(text, textAt)
    this.#buffer.set(prefix, start)
    this.#buffer[end] = LINE_FEED
    this.#length = end + 1
  }

  #text(text: string): void {
    this.#reserve(text.length * 3) // UTF-8 needs at most three bytes for a UTF-16 unit
    this.#length += this.#buffer.write(text, this.#length)
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + bytes))
    this.#buffer.copy(larger, 0, 0, this.#length)
    this.#buffer = larger
  }
}
