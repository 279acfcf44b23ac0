import { RECORD, type SpoolRecord } from './record.ts'
import { decodeRows } from './row-block.ts'
import type { SegmentHeader } from './segment.ts'
import { sumOfParts, type Totals } from './totals.ts'

/**
 * What one segment says of events received, where a part of it is missing. A difference from before the segment stays
 * as it was: it is what the audit is there to find.
 */
export class RecoveredReceipts {
  readonly #totals: Totals
  #difference: number
  /** Rows after the last tally: a torn tail may have kept them and lost theirs. */
  #untold = 0
  #isDoubtful = false

  /** @param totals as they stand before the segment; they are the recovery's, and grow with it. */
  constructor(totals: Totals) {
    this.#totals = totals
    this.#difference = totals.received - sumOfParts(totals)
  }

  /** Takes note of a record that is in the totals already. */
  note({ kind, payload }: SpoolRecord): void {
    if (kind === RECORD.header) {
      this.#difference = this.#totals.received - sumOfParts(this.#totals)
      const { totals } = JSON.parse(payload.toString()) as SegmentHeader
      // From before receipts were counted.
      if (totals.received === undefined) this.#isDoubtful = true
    }
    if (kind === RECORD.rows) this.#untold += decodeRows(payload).count
    if (kind === RECORD.tally) this.#untold = 0
  }

  /** Something is damaged: it may have been a tally. */
  doubt(): void {
    this.#isDoubtful = true
  }

  /** The segment is read. */
  settle(): void {
    if (this.#isDoubtful) this.#totals.received = sumOfParts(this.#totals) + this.#difference
    else this.#totals.received += this.#untold
  }
}
