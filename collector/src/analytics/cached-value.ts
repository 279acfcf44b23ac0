import { toApiError } from './query-errors.ts'

/** Shares one result among all callers for a while. After a failure the next caller tries again. */
export class CachedValue<T> {
  readonly #freshMs: number
  readonly #make: () => Promise<T>
  #made: Promise<T> | undefined
  #madeAt = 0

  constructor(freshMs: number, make: () => Promise<T>) {
    this.#freshMs = freshMs
    this.#make = make
  }

  get(): Promise<T> {
    if (performance.now() - this.#madeAt > this.#freshMs) this.#made = undefined
    if (!this.#made) {
      this.#madeAt = performance.now()
      this.#made = this.#make().catch((error: unknown) => {
        this.#made = undefined
        throw toApiError(error)
      })
    }
    return this.#made
  }
}
