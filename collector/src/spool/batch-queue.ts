import { type Seal, type SealedBatch, totalRows } from './batch.ts'

/** Complete batches that are not committed, oldest first, and the loader that waits for one. */
export class BatchQueue {
  readonly #batches: SealedBatch[]
  /** Of those whose seal is not on disk yet. */
  #lateSeals: Seal[]
  #waiting: ((batch: SealedBatch | undefined) => void) | undefined
  #ended = false

  constructor(batches: SealedBatch[], lateSeals: Seal[]) {
    this.#batches = batches
    this.#lateSeals = lateSeals
  }

  get first(): SealedBatch | undefined {
    return this.#batches[0]
  }

  get last(): SealedBatch | undefined {
    return this.#batches.at(-1)
  }

  get lateSeals(): readonly Seal[] {
    return this.#lateSeals
  }

  get rows(): number {
    return this.#batches.reduce((sum, { rows }) => sum + totalRows(rows), 0)
  }

  get bytes(): number {
    return this.#batches.reduce((sum, { start, end }) => sum + end - start, 0)
  }

  /** A loader waits, and there is nothing for it. */
  get isWanted(): boolean {
    return this.#waiting !== undefined
  }

  /** Whether rows of a segment are among those that wait. */
  needs(segment: number): boolean {
    return this.#batches.some((batch) => batch.segment === segment)
  }

  /** Adds a batch whose seal is on disk. */
  add(batch: SealedBatch): void {
    this.#batches.push(batch)
  }

  /** Adds a batch that is complete because the disk failed: its seal is still to be written. */
  addUnsealed(seal: Seal): void {
    this.#lateSeals.push(seal)
    this.#batches.push({ ...seal, mayBeInserted: false })
  }

  /** The late seals are on disk. */
  sealed(): void {
    this.#lateSeals = []
  }

  /** The oldest batch, once its seal is on disk; undefined after the end. For one caller at a time. */
  next(): Promise<SealedBatch | undefined> {
    return new Promise((resolve) => {
      this.#waiting = resolve
      this.hand()
    })
  }

  /** Gives a loader that waits what there is for it. */
  hand(): void {
    const oldest = this.first
    const isSealed = !this.#lateSeals.some(({ id }) => id === oldest?.id)
    const batch = isSealed ? oldest : undefined
    if (!this.#waiting || (!batch && !this.#ended)) return
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting(batch)
  }

  /** The oldest batch is committed. */
  shift(): void {
    this.#batches.shift()
  }

  /** Nothing comes any more: a loader that waits for nothing is let go. */
  end(): void {
    this.#ended = true
    this.hand()
  }
}
