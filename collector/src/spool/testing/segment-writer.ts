import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Seal } from '../batch.ts'
import { RECORD, type RecordKind, RecordBuffer } from '../record.ts'
import { FORMAT, type SegmentHeader, segmentPath } from '../segment.ts'
import { noTotals, type Totals } from '../totals.ts'
import { row } from './rows.ts'

/** Where a record lies in its segment. */
export interface Place {
  readonly start: number
  readonly end: number
}

/** When each segment begins. */
export const BEGUN_AT = Date.UTC(2026, 10, 20, 10)

/** Writes a segment record by record, as a test wants to find it. */
export class SegmentWriter {
  readonly number: number
  readonly #records = new RecordBuffer()

  constructor(number: number, previous: SegmentHeader['previous'] = null, totals: Totals = noTotals()) {
    this.number = number
    const header: SegmentHeader = {
      format: FORMAT,
      number,
      created_at: new Date(BEGUN_AT).toISOString(),
      previous,
      totals,
    }
    this.add(RECORD.header, header)
  }

  get bytes(): Buffer {
    return Buffer.from(this.#records.bytes)
  }

  add(kind: RecordKind, value: unknown): Place {
    const start = this.#records.length
    this.#records.addJson(kind, value)
    return { start, end: this.#records.length }
  }

  /** Page views of these events. */
  rows(batchId: string, ...events: number[]): Place {
    const start = this.#records.length
    this.#records.addRows(
      0,
      events.map((n) => row(n)),
      batchId,
    )
    return { start, end: this.#records.length }
  }

  /** Seals what lies from `first` to `last`, with this count of page views. */
  seal(id: string, first: Place, last: Place, rows: number): Seal {
    const place = { segment: this.number, start: first.start, end: last.end }
    const seal = { id, ...place, rows: { page_views: rows }, firstRowAt: BEGUN_AT }
    this.add(RECORD.seal, seal)
    return seal
  }

  async writeTo(directory: string, bytes = this.bytes): Promise<string> {
    const path = segmentPath(directory, this.number)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
    return path
  }
}
