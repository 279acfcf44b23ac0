const START_BYTES = 1024 * 1024

/** Collects rows as NDJSON, each stamped with the batch, in one growing piece of memory that is used again. */
export class RowBuffer {
  #buffer = Buffer.allocUnsafe(START_BYTES)
  #length = 0
  #count = 0

  get count(): number {
    return this.#count
  }

  /** Valid until the next `clear`. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  /** @param row the text of a JSON object. */
  add(row: string, batchId: string): void {
    const text = `{"batch_id":"${batchId}",${row.slice(1)}\n`
    // UTF-8 needs at most three bytes for a UTF-16 unit.
    this.#reserve(text.length * 3)
    this.#length += this.#buffer.write(text, this.#length)
    this.#count++
  }

  clear(): void {
    this.#length = 0
    this.#count = 0
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + bytes))
    this.#buffer.copy(larger, 0, 0, this.#length)
    this.#buffer = larger
  }
}
