import { ApiError } from '../platform/api-error.ts'

interface Waiting<T> {
  readonly give: (item: T) => void
}

/** A few things of which each is lent to one at a time, in the order of asking. */
export class Slots<T> {
  readonly #free: T[]
  readonly #all: number
  readonly #maxWaiting: number
  readonly #waiting: Waiting<T>[] = []
  #whenIdle: (() => void)[] = []

  constructor(items: readonly T[], maxWaiting: number) {
    this.#free = [...items]
    this.#all = items.length
    this.#maxWaiting = maxWaiting
  }

  /** @throws {ApiError} 503 if too many wait; the signal's reason if it fires before there is one. */
  take(signal: AbortSignal): Promise<T> {
    signal.throwIfAborted()
    const item = this.#free.pop()
    if (item !== undefined) return Promise.resolve(item)
    if (this.#waiting.length >= this.#maxWaiting) {
      throw new ApiError(
        503,
        'statistics_busy',
        'Too many questions are being answered. Ask again in a moment.',
        {
          retryAfter: 2,
        },
      )
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(signal.reason as Error)
      }
      const waiting: Waiting<T> = {
        give(given) {
          signal.removeEventListener('abort', leave)
          resolve(given)
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(waiting)
    })
  }

  giveBack(item: T): void {
    const next = this.#waiting.shift()
    if (next) return next.give(item)
    this.#free.push(item)
    if (this.#free.length < this.#all) return
    for (const tell of this.#whenIdle.splice(0)) tell()
  }

  /** Resolves when nothing is lent. */
  idle(): Promise<void> {
    if (this.#free.length === this.#all) return Promise.resolve()
    return new Promise((resolve) => this.#whenIdle.push(resolve))
  }
}
