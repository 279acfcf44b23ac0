import { DAY_MS } from '@half-measure/shared/durations.ts'
import { IdSet } from './id-set.ts'
import { hashOf, parseId } from './id-table.ts'

/** Full days for which an id is remembered at least, in addition to the day on which it arrived. */
export const WINDOW_DAYS = 7

/** Most ids that a collector remembers; they take 1 GB at most. */
export const MAX_WINDOW_IDS = 40_000_000

/** A day's ids, or a part of a busy day's. */
interface DayPart {
  readonly day: number
  readonly set: IdSet
}

/** Parts into which the bound is divided, so that only a part is dropped early. */
const PARTS = 8

/**
 * The ids of the last seven days, in sets by day, so that a day is forgotten by dropping its set. Days without ids do not
 * count, so that one event of a clock that runs weeks ahead does not empty the window. Beyond `maxIds` the oldest set is
 * dropped early, and `onShortened` is called.
 */
export class IdWindow {
  /** By day, and within a day in order of arrival. */
  #parts: DayPart[] = []
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
    return this.#parts.reduce((sum, { set }) => sum + set.bytes, 0)
  }

  /** False if the id is known. `at`: when it arrived, milliseconds since 1970. */
  add(uuid: string, at: number): boolean {
    const id = parseId(uuid, this.#id)
    const hash = hashOf(id)
    for (const { set } of this.#parts) if (set.has(id, hash)) return false
    this.#part(Math.floor(at / DAY_MS)).set.add(id, hash)
    this.#size++
    return true
  }

  has(uuid: string): boolean {
    if (this.#size === 0) return false
    const id = parseId(uuid, this.#id)
    const hash = hashOf(id)
    return this.#parts.some(({ set }) => set.has(id, hash))
  }

  /** Takes back an `add` whose event could not be kept. */
  delete(uuid: string): void {
    if (this.#size === 0) return
    const id = parseId(uuid, this.#id)
    const hash = hashOf(id)
    for (const { set } of this.#parts) if (set.delete(id, hash)) this.#size--
  }

  /** The part for a day's next id. */
  #part(day: number): DayPart {
    let part = this.#parts.findLast((candidate) => candidate.day === day)
    if (!part || part.set.size >= Math.ceil(this.#maxIds / PARTS)) {
      part = { day, set: new IdSet() }
      const after = this.#parts.findLastIndex((candidate) => candidate.day <= day)
      this.#parts.splice(after + 1, 0, part)
      while (this.#parts[0] && this.#parts[0].day < day - WINDOW_DAYS && this.#days() > WINDOW_DAYS + 1)
        this.#dropOldest()
    }
    while (this.#size >= this.#maxIds && this.#parts[0] !== part) this.#onShortened(this.#dropOldest())
    return part
  }

  #days(): number {
    return new Set(this.#parts.map(({ day }) => day)).size
  }

  #dropOldest(): number {
    const dropped = this.#parts.shift()?.set.size ?? 0
    this.#size -= dropped
    return dropped
  }
}
