/**
 * A set of 128-bit ids in one flat table: four words a slot, open addressing with linear probing, at most 70 %
 * full. Holds ids exactly, not their fingerprints: a collision would drop somebody's event.
 *
 * Between 23 and 46 MB for a million ids, depending on how full the table is.
 *
 * @param hash in each method: `hashOf` the id, if it is known.
 */
export class IdTable {
  #words: Uint32Array
  #mask: number
  #size = 0

  constructor(capacity = 1024) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(capacity / 0.7, 16)))
    this.#words = new Uint32Array(slots * 4)
    this.#mask = slots - 1
  }

  get size(): number {
    return this.#size
  }

  get bytes(): number {
    return this.#words.byteLength
  }

  has(id: Id, hash = hashOf(id)): boolean {
    return this.#words[this.#find(this.#words, this.#mask, id, hash) + 3] !== 0
  }

  /** False if the id was there. */
  add(id: Id, hash = hashOf(id)): boolean {
    const at = this.#find(this.#words, this.#mask, id, hash)
    if (this.#words[at + 3] !== 0) return false
    this.#words.set(id, at)
    if (++this.#size > this.#mask * 0.7) this.#grow()
    return true
  }

  delete(id: Id, hash = hashOf(id)): boolean {
    const words = this.#words
    let hole = this.#find(words, this.#mask, id, hash)
    if (words[hole + 3] === 0) return false
    this.#size--
    // Close the gap, so that ids that were displaced by this one are still found.
    for (let at = hole; ;) {
      at = (((at >> 2) + 1) & this.#mask) << 2
      if (words[at + 3] === 0) break
      const home = hashOf(words, at) & this.#mask
      const distanceToHole = ((at >> 2) - (hole >> 2)) & this.#mask
      const distanceToHome = ((at >> 2) - home) & this.#mask
      if (distanceToHome >= distanceToHole) {
        words.copyWithin(hole, at, at + 4)
        hole = at
      }
    }
    words.fill(0, hole, hole + 4)
    return true
  }

  #grow(): void {
    const larger = new Uint32Array(this.#words.length * 2)
    const mask = this.#mask * 2 + 1
    for (let at = 0; at < this.#words.length; at += 4) {
      if (this.#words[at + 3] === 0) continue
      // No id is there twice: the first empty slot is its place.
      let slot = hashOf(this.#words, at) & mask
      while (larger[slot * 4 + 3] !== 0) slot = (slot + 1) & mask
      for (let word = 0; word < 4; word++) larger[slot * 4 + word] = this.#words[at + word] ?? 0
    }
    this.#words = larger
    this.#mask = mask
  }

  /** Index of the id's first word, or of the empty slot where it belongs. */
  #find(words: Uint32Array, mask: number, id: Id, hash: number): number {
    let slot = hash & mask
    for (;;) {
      const at = slot << 2
      if (words[at + 3] === 0) return at
      if (
        words[at] === id[0] &&
        words[at + 1] === id[1] &&
        words[at + 2] === id[2] &&
        words[at + 3] === id[3]
      ) {
        return at
      }
      slot = (slot + 1) & mask
    }
  }
}

/** Four words; the last one is never 0, which marks an empty slot. */
export type Id = Uint32Array

/** Senders choose their ids: a secret start keeps them from choosing ones that collide. */
const SEED = crypto.getRandomValues(new Uint32Array(1))[0] ?? 1

/** A 32-bit hash of the id that begins at an index. */
export function hashOf(words: Uint32Array, at = 0): number {
  let hash = SEED
  for (let i = 0; i < 4; i++) {
    hash = Math.imul(hash ^ (words[at + i] ?? 0), 0x9e3779b1)
    hash ^= hash >>> 15
  }
  hash = Math.imul(hash, 0x85ebca6b)
  return hash ^ (hash >>> 13)
}

const HEX = new Uint8Array(128)
for (const digit of '0123456789abcdefABCDEF') HEX[digit.charCodeAt(0)] = Number.parseInt(digit, 16)

/** Where the hexadecimal digits of each word stand in `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`. */
const DIGITS = [
  [0, 1, 2, 3, 4, 5, 6, 7],
  [9, 10, 11, 12, 14, 15, 16, 17],
  [19, 20, 21, 22, 24, 25, 26, 27],
  [28, 29, 30, 31, 32, 33, 34, 35],
] as const

/** Writes the id of a UUID's text into `into`. One bit of the last word is given up so that it is never 0. */
export function parseId(uuid: string, into: Id): Id {
  for (let word = 0; word < 4; word++) {
    let value = 0
    for (const position of DIGITS[word] ?? [])
      value = (value << 4) | (HEX[uuid.charCodeAt(position) & 127] ?? 0)
    into[word] = value
  }
  if (into[3] === 0) into[3] = 0x5bd1e995
  return into
}
