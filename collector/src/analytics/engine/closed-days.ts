import { type ClosedDay, DAYS_THAT_HOLD } from '../../closed-days/days-that-hold.ts'
import type { Ask } from '../asker.ts'

/** To which days something came late is asked so often. */
const FRESH_MS = 2_000

/** Which days have sums that hold. */
export class ClosedDays {
  readonly #ask: Ask
  #days: readonly ClosedDay[] = []
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(ask: Ask) {
    this.#ask = ask
  }

  async read(signal?: AbortSignal): Promise<readonly ClosedDay[]> {
    if (performance.now() - this.#readAt > FRESH_MS) {
      // One for all who ask at the same moment; nobody's leaving ends it.
      this.#reading ??= this.#read().finally(() => (this.#reading = undefined))
      await this.#reading
      signal?.throwIfAborted()
    }
    return this.#days
  }

  /** Next time they are read again. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY
  }

  async #read(): Promise<void> {
    const readAt = performance.now()
    const { rows } = await this.#ask(DAYS_THAT_HOLD)
    this.#days = rows
    this.#readAt = readAt
  }
}
