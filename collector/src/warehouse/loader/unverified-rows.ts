import type { SealedBatch } from '../../spool/batch.ts'
import type { SpoolPlace } from '../../spool/cursor-keeper.ts'
import type { Spool } from '../../spool/spool.ts'

/**
 * Which rows of the log were taken without knowing all that is stored: those of earlier processes, those that came
 * before the window of known ids was whole, and those of old sessions while the database could not be asked. The
 * loader looks them up before their first attempt.
 */
export class UnverifiedRows {
  readonly #spool: Spool
  /** All that begins before it; undefined: all. */
  #until: SpoolPlace | undefined
  #doubts = 1

  constructor(spool: Spool) {
    this.#spool = spool
  }

  includes({ segment, start }: SealedBatch): boolean {
    if (this.#until === undefined) return true
    return segment < this.#until.segment || (segment === this.#until.segment && start < this.#until.offset)
  }

  /** From now on rows may be taken that should be looked up. */
  doubt(): void {
    this.#doubts++
    this.#until = undefined
  }

  /** What is taken from now on is known not to be stored, unless `doubt` says otherwise. */
  async settle(): Promise<void> {
    if (this.#until !== undefined) return
    const doubts = this.#doubts
    const place = await this.#spool.rotate()
    if (this.#doubts === doubts) this.#until = place
  }
}
