import { IdSet, parseId } from './id-set.ts'

const DAY_MS = 24 * 3_600_000

/** Days for which an id is remembered in full; the day it arrived on comes on top. */
export const WINDOW_DAYS = 7

/**
 * The ids of the last seven days, one set a day, so that forgetting is dropping a set. Bounded by `maxIds`: past it
 * the oldest day goes early, and `onShortened` is told.
 */
export class IdWindow {
  readonly #days = new Map<number, IdSet>()
  readonly #id = new Uint32Array(4)
  #size = 0
  readonly #maxIds: number
  readonly #onShortened: (droppedIds: number) => void

  constructor(maxIds: number, onShortened: (droppedIds: number) => void) {
    this.#maxIds = maxIds
    this.#onShortened = onShortened
  }

  get size(): number {
    return this.#size
  }

  get bytes(): number {
    return [...this.#days.values()].reduce((sum, set) => sum + set.bytes, 0)
  }

  /** False if the id is known. `at`: when it arrived, milliseconds since 1970. */
  add(uuid: string, at: number): boolean {
    const id = parseId(uuid, this.#id)
    for (const set of this.#days.values()) if (set.has(id)) return false
    this.#day(at).add(id)
    this.#size++
    return true
  }

  has(uuid: string): boolean {
    const id = parseId(uuid, this.#id)
    for (const set of this.#days.values()) if (set.has(id)) return true
    return false
  }

  /** Takes back an `add` whose event could not be kept. */
  delete(uuid: string): void {
    const id = parseId(uuid, this.#id)
    for (const set of this.#days.values()) if (set.delete(id)) this.#size--
  }

  #day(at: number): IdSet {
    const day = Math.floor(at / DAY_MS)
    let set = this.#days.get(day)
    if (!set) {
      set = new IdSet()
      this.#days.set(day, set)
      for (const old of this.#days.keys()) if (old < day - WINDOW_DAYS) this.#drop(old)
    }
    if (this.#size >= this.#maxIds) this.#shorten(day)
    return set
  }

  #shorten(today: number): void {
    const oldest = Math.min(...this.#days.keys())
    if (oldest === today) return
    this.#onShortened(this.#days.get(oldest)?.size ?? 0)
    this.#drop(oldest)
  }

  #drop(day: number): void {
    this.#size -= this.#days.get(day)?.size ?? 0
    this.#days.delete(day)
  }
}
