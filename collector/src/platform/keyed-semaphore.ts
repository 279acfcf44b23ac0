interface Bounds {
  /** Running callers of all keys together; waiting keys take turns. */
  readonly inAll?: number
  /** Running callers of each key. */
  readonly running: number
  /** Waiting callers of each key; further ones are refused. By default none are. */
  readonly waiting?: number
  /** Longer waits are refused. */
  readonly waitingMs?: number
}

/** Why a caller was refused: too many wait, or it waited too long. */
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
   * @returns a function that gives the slot back, to be called once.
   * @throws the refusal if too many wait, or it waits too long; the signal's reason if that fires before its turn.
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
      // Moves the key behind the others; the loop visits it once more.
      this.#lines.delete(key)
      this.#lines.set(key, line)
      enter()
    }
  }
}
