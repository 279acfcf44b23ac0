import { Slots } from './slots.ts'

interface Bounds {
  /** Of each key. */
  readonly running: number
  /** Of each key; whoever comes then is refused. */
  readonly waiting: number
}

/** Lets so many of each key run at a time, and so many wait. Keys without work take no memory. */
export class KeyedSlots {
  readonly #bounds: Bounds
  readonly #refusal: () => Error
  readonly #keys = new Map<string, { slots: Slots; users: number }>()

  constructor(bounds: Bounds, refusal: () => Error) {
    this.#bounds = bounds
    this.#refusal = refusal
  }

  /**
   * @param signal fires when nobody waits for the result any more.
   * @throws the refusal where too many wait; the signal's reason if it fires before its turn.
   */
  async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const own = this.#keys.get(key) ?? { slots: new Slots(this.#bounds.running), users: 0 }
    if (own.slots.waiting >= this.#bounds.waiting) throw this.#refusal()
    this.#keys.set(key, own)
    own.users++
    try {
      await own.slots.take(signal)
      try {
        return await work()
      } finally {
        own.slots.giveBack()
      }
    } finally {
      own.users--
      if (own.users === 0) this.#keys.delete(key)
    }
  }
}
