import type { SealedBatch } from '../../spool/batch.ts'
import type { SpoolPlace } from '../../spool/cursor-keeper.ts'
import type { Spool } from '../../spool/spool.ts'

/**
 * The rows of the log that were accepted without knowing all that is stored: those of earlier processes, those accepted
 * before the window of known ids was complete, and those of old sessions while the database was unavailable. The loader
 * looks them up before their first attempt.
 */
export class UnverifiedRows {
  readonly #spool: Spool
  /** Rows before this place need a lookup; undefined: all rows. */
  #until: SpoolPlace | undefined
  /** How often lookups were required. */
  #required = 1

  constructor(spool: Spool) {
    this.#spool = spool
  }

  includes({ segment, start }: SealedBatch): boolean {
    if (this.#until === undefined) return true
    return segment < this.#until.segment || (segment === this.#until.segment && start < this.#until.offset)
  }

  /** Rows accepted from here on need a lookup. */
  requireLookups(): void {
    this.#required++
    this.#until = undefined
  }

  /** Rows accepted from here on need no lookup until `requireLookups`. */
  async endLookups(): Promise<void> {
    if (this.#until !== undefined) return
    const required = this.#required
    const place = await this.#spool.rotate()
    if (this.#required === required) this.#until = place
  }
}
