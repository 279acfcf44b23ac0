import { RECORD, type SpoolRecord } from './record.ts'
import { decodeRows } from './row-block.ts'
import { sumOfParts, type Totals } from './totals.ts'

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
