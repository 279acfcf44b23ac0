/** A semaphore: lets `count` callers in at a time; the others queue. */
export class Semaphore {
  readonly #count: number
  #taken = 0
  readonly #waiting: (() => void)[] = []
  readonly #whenIdle: (() => void)[] = []

  constructor(count: number) {
    this.#count = count
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** @throws the signal's reason if it fires first. */
  async acquire(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (this.#taken < this.#count) {
      this.#taken++
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      const at = this.#waiting.indexOf(resolve)
      // It has a slot already.
      if (at < 0) return
      this.#waiting.splice(at, 1)
      reject(signal?.reason as Error)
    }
    this.#waiting.push(resolve)
    signal?.addEventListener('abort', leave, { once: true })
    await promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) return next()
    this.#taken--
    if (this.#taken > 0) return
    for (const resolve of this.#whenIdle.splice(0)) resolve()
  }

  /** Resolves when no slot is taken. */
  idle(): Promise<void> {
    if (this.#taken === 0) return Promise.resolve()
    return new Promise((resolve) => this.#whenIdle.push(resolve))
  }
}
