import { LRUCache } from 'lru-cache'

/** A result with the moment before which everything acknowledged is in it, in milliseconds since 1970. */
export interface Kept<T> {
  readonly value: T
  readonly asOf: number
  /** Whether it was made for another reader, or earlier. */
  readonly cached: boolean
}

interface Running<T> {
  readonly result: Promise<Kept<T>>
  readonly controller: AbortController
  waiting: number
}

const MAX_BYTES = 16 * 1024 * 1024

/**
 * Results that are kept for a while, by the text of their query. Two readers of the same at once share one run, which is
 * cancelled when the last of them leaves. Bounded by bytes; the least recently used goes first.
 */
export class ResultCache<T extends object> {
  readonly #kept = new LRUCache<string, Kept<T>>({ maxSize: MAX_BYTES })
  readonly #running = new Map<string, Running<T>>()
  #generation = 0

  /**
   * @param ttlMs how long a result may be used again.
   * @param make runs the query; called if there is no result.
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
    const result = await this.#waitFor(key, running, signal)
    return others ? { ...result, cached: true } : result
  }

  /** Drops everything: what the results were made from has changed. */
  clear(): void {
    this.#generation++
    this.#kept.clear()
    this.#running.clear()
  }

  #start(key: string, ttlMs: number, asOf: number, make: (signal: AbortSignal) => Promise<T>): Running<T> {
    const generation = this.#generation
    const controller = new AbortController()
    const result = make(controller.signal)
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
    // Readers that wait see the failure themselves.
    result.catch(() => {})
    const running: Running<T> = { result, controller, waiting: 0 }
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
      running.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
    })
  }
}
