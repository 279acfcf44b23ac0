/** Beyond this share of its slots, a table grows by a quarter, so it is between 64 and 80 % full. */
const MOST_FULL = 0.8
const GROWTH = 1.25

/**
 * A set of 128-bit ids in one flat table: four words a slot, open addressing with linear probing. Holds ids exactly, not
 * their fingerprints: a collision would drop somebody's event.
 *
 * Between 20 and 25 MB for a million ids, depending on how full the table is.
 *
 * @param hash in each method: `hashOf` the id, if it is known.
 */
export class IdTable {
  #slots = 16
  #words = new Uint32Array(this.#slots * 4)
  #size = 0

  get size(): number {
    return this.#size
  }

  get bytes(): number {
    return this.#words.byteLength
  }

  has(id: Id, hash = hashOf(id)): boolean {
    return this.#words[this.#find(id, hash) + 3] !== 0
  }

  /** False if the id was there. */
  add(id: Id, hash = hashOf(id)): boolean {
    const at = this.#find(id, hash)
    if (this.#words[at + 3] !== 0) return false
    this.#words.set(id, at)
    if (++this.#size > this.#slots * MOST_FULL) this.#grow()
    return true
  }

  delete(id: Id, hash = hashOf(id)): boolean {
    const words = this.#words
    let hole = this.#find(id, hash) >> 2
    if (words[(hole << 2) + 3] === 0) return false
    this.#size--
    // Close the gap, so that ids that were displaced by this one are still found.
    for (let slot = this.#after(hole); words[(slot << 2) + 3] !== 0; slot = this.#after(slot)) {
      const home = this.#homeOf(hashOf(words, slot << 2))
      if (this.#distance(home, slot) < this.#distance(hole, slot)) continue
      words.copyWithin(hole << 2, slot << 2, (slot << 2) + 4)
      hole = slot
    }
    words.fill(0, hole << 2, (hole << 2) + 4)
    return true
  }

  #grow(): void {
    const old = this.#words
    this.#slots = Math.ceil(this.#slots * GROWTH)
    this.#words = new Uint32Array(this.#slots * 4)
    for (let at = 0; at < old.length; at += 4) {
      if (old[at + 3] === 0) continue
      // No id is there twice: the first empty slot is its place.
      let slot = this.#homeOf(hashOf(old, at))
      while (this.#words[(slot << 2) + 3] !== 0) slot = this.#after(slot)
      for (let word = 0; word < 4; word++) this.#words[(slot << 2) + word] = old[at + word] ?? 0
    }
  }

  /** Index of the id's first word, or of the empty slot where it belongs. */
  #find(id: Id, hash: number): number {
    const words = this.#words
    for (let slot = this.#homeOf(hash); ; slot = this.#after(slot)) {
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
    }
  }

  /** By the lower 26 bits of the hash; `IdSet` goes by the upper ones. */
  #homeOf(hash: number): number {
    return Math.floor(((hash & 0x3ffffff) / 0x4000000) * this.#slots)
  }

  #after(slot: number): number {
    return slot + 1 === this.#slots ? 0 : slot + 1
  }

  #distance(from: number, to: number): number {
    return to >= from ? to - from : to - from + this.#slots
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
