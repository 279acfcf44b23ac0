import { LRUCache } from 'lru-cache'

/** An answer with the moment before which everything acknowledged is in it, in milliseconds since 1970. */
export interface Kept<T> {
  readonly value: T
  readonly asOf: number
  /** Whether it was made for somebody else, or earlier. */
  readonly cached: boolean
}

interface Running<T> {
  readonly answer: Promise<Kept<T>>
  readonly controller: AbortController
  waiting: number
}

const MAX_BYTES = 16 * 1024 * 1024

/**
 * Answers that are kept for a while, by the text of their question. Two who ask the same at once get one answer, and
 * its making ends when nobody waits for it any more. Bounded by bytes; what was unused for longest goes first.
 */
export class AnswerCache<T extends object> {
  readonly #kept = new LRUCache<string, Kept<T>>({ maxSize: MAX_BYTES })
  readonly #running = new Map<string, Running<T>>()
  #generation = 0

  /**
   * @param ttlMs how long an answer may be given again, from the moment it is true of.
   * @param make is called if there is none.
   */
  async get(
    key: string,
    ttlMs: number,
    asOf: () => number,
    make: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ): Promise<Kept<T>> {
    signal.throwIfAborted()
    const kept = this.#kept.get(key)
    if (kept) return { ...kept, cached: true }
    const others = this.#running.get(key)
    const running = others ?? this.#start(key, ttlMs, asOf(), make)
    const answer = await this.#waitFor(key, running, signal)
    return others ? { ...answer, cached: true } : answer
  }

  /** Forgets everything: what the answers were made from has changed. */
  clear(): void {
    this.#generation++
    this.#kept.clear()
    this.#running.clear()
  }

  #start(key: string, ttlMs: number, asOf: number, make: (signal: AbortSignal) => Promise<T>): Running<T> {
    const generation = this.#generation
    const controller = new AbortController()
    const answer = make(controller.signal)
      .then((value): Kept<T> => {
        const kept = { value, asOf, cached: false }
        const size = key.length + JSON.stringify(value).length
        if (generation === this.#generation && size < MAX_BYTES)
          this.#kept.set(key, kept, { ttl: ttlMs, size })
        return kept
      })
      .finally(() => {
        if (this.#running.get(key) === running) this.#running.delete(key)
      })
    // Whoever waits hears of a failure; who has left does not want to.
    answer.catch(() => {})
    const running: Running<T> = { answer, controller, waiting: 0 }
    this.#running.set(key, running)
    return running
  }

  async #waitFor(key: string, running: Running<T>, signal: AbortSignal): Promise<Kept<T>> {
    running.waiting++
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason as Error)
        if (--running.waiting > 0) return
        if (this.#running.get(key) === running) this.#running.delete(key)
        running.controller.abort(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      running.answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
    })
  }
}
