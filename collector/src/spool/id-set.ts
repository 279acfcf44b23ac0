import { hashOf, type Id, IdTable } from './id-table.ts'

/** A power of two. */
const TABLES = 64

/**
 * A set of 128-bit ids, spread over tables that grow one after the other: moving millions of ids at once would keep
 * every request waiting for half a second.
 *
 * @param hash in each method: `hashOf` the id, if it is known.
 */
export class IdSet {
  readonly #tables = Array.from({ length: TABLES }, () => new IdTable())
  #size = 0

  get size(): number {
    return this.#size
  }

  get bytes(): number {
    return this.#tables.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  has(id: Id, hash = hashOf(id)): boolean {
    return this.#tableOf(hash).has(id, hash)
  }

  /** False if the id was there. */
  add(id: Id, hash = hashOf(id)): boolean {
    const isNew = this.#tableOf(hash).add(id, hash)
    if (isNew) this.#size++
    return isNew
  }

  delete(id: Id, hash = hashOf(id)): boolean {
    const wasThere = this.#tableOf(hash).delete(id, hash)
    if (wasThere) this.#size--
    return wasThere
  }

  /** By the upper bits of the hash; a table goes by the lower ones. */
  #tableOf(hash: number): IdTable {
    const table = this.#tables[hash >>> 26]
    if (!table) throw new Error('there is a table for each of the upper bits')
    return table
  }
}
