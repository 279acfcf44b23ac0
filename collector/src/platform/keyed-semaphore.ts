interface Bounds {
  /** Of all keys together; keys that wait take turns. */
  readonly inAll?: number
  /** Of each key. */
  readonly running: number
  /** Of each key; further callers are refused. Without it, none are. */
  readonly waiting?: number
  /** Longer waits are refused. */
  readonly waitingMs?: number
}

/** What was too much of. */
export type Refused = 'many' | 'long'

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

/** Bounds how many callers of each key run and wait at a time. Idle keys take no memory. */
export class KeyedSemaphore {
  readonly #bounds: Bounds
  readonly #refusal: (because: Refused) => Error
  readonly #lines = new Map<string, Line>()
  #running = 0

  constructor(bounds: Bounds, refusal: (because: Refused) => Error = () => new Error('over capacity')) {
    this.#bounds = bounds
    this.#refusal = refusal
  }

  /** @throws as `acquire` does. */
  async run<T>(key: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(key, signal)
    return work().finally(release)
  }

  /**
   * @param signal fires when the caller no longer needs the result.
   * @returns gives the slot back; to be called once.
   * @throws the refusal where too many wait, or one for too long; the signal's reason if it fires before its turn.
   */
  async acquire(key: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] }
    if (line.waiting.length >= (this.#bounds.waiting ?? Infinity)) throw this.#refusal('many')
    this.#lines.set(key, line)
    await this.#turn(line, signal)
    return () => {
      line.running--
      this.#running--
      this.#letIn()
    }
  }

  #turn(line: Line, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = (reason: unknown) => {
      const at = line.waiting.indexOf(resolve)
      // Its turn has come.
      if (at < 0) return
      line.waiting.splice(at, 1)
      reject(reason)
    }
    const left = () => leave(signal?.reason)
    const { waitingMs } = this.#bounds
    const timer =
      waitingMs === undefined ? undefined : setTimeout(() => leave(this.#refusal('long')), waitingMs)
    signal?.addEventListener('abort', left, { once: true })
    line.waiting.push(resolve)
    this.#letIn()
    return promise.finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', left)
    })
  }

  #letIn(): void {
    const { inAll = Infinity, running } = this.#bounds
    for (const [key, line] of this.#lines) {
      if (this.#running >= inAll) return
      if (line.running >= running) continue
      const enter = line.waiting.shift()
      if (line.running === 0) this.#lines.delete(key)
      if (!enter) continue
      line.running++
      this.#running++
      // Behind the others, and visited once more.
      this.#lines.delete(key)
      this.#lines.set(key, line)
      enter()
    }
  }
}
