import { type RowCounts, type Seal, type SealedBatch, totalRows } from './batch.ts'

/** A batch that still accepts rows. */
export interface OpenBatch {
  readonly id: string
  readonly start: number
  readonly rows: RowCounts
  /** Milliseconds since 1970. */
  readonly firstRowAt: number
  /** The same moment on the monotonic clock. */
  readonly openedAt: number
  /** Sequence number of the append that began it. */
  readonly firstAppend: number
}

/** The batch that still accepts rows, the complete ones that are not committed, and the loader that waits for one. */
export class BatchQueue {
  /** Replaced as a whole once a group is on disk. */
  open: OpenBatch | undefined
  /** Complete, oldest first. */
  readonly #batches: SealedBatch[]
  /** Seals that are not on disk yet. Emptied once they are. */
  lateSeals: Seal[]
  #waiting: ((batch: SealedBatch | undefined) => void) | undefined
  #ended = false

  constructor(batches: SealedBatch[], lateSeals: Seal[]) {
    this.#batches = batches
    this.lateSeals = lateSeals
  }

  get first(): SealedBatch | undefined {
    return this.#batches[0]
  }

  get last(): SealedBatch | undefined {
    return this.#batches.at(-1)
  }

  /** Rows in all batches, the open one included. */
  get rows(): number {
    const open = this.open ? totalRows(this.open.rows) : 0
    return this.#batches.reduce((sum, { rows }) => sum + totalRows(rows), open)
  }

  /** Bytes of the complete batches. */
  get bytes(): number {
    return this.#batches.reduce((sum, { start, end }) => sum + end - start, 0)
  }

  /** When the oldest row of all batches was appended, milliseconds since 1970; undefined without one. */
  get oldestRowAt(): number | undefined {
    return this.first?.firstRowAt ?? this.open?.firstRowAt
  }

  /** Whether a loader is waiting for a batch. */
  get isWanted(): boolean {
    return this.#waiting !== undefined
  }

  /** Whether a complete batch has rows in the segment. */
  needs(segment: number): boolean {
    return this.#batches.some((batch) => batch.segment === segment)
  }

  /** Adds a batch whose seal is on disk. */
  add(batch: SealedBatch): void {
    this.#batches.push(batch)
  }

  /** Completes the open batch after a disk failure; its seal is written later. */
  completeUnsealed(segment: number, end: number): void {
    if (!this.open) return
    const { id, start, rows, firstRowAt } = this.open
    this.open = undefined
    const seal: Seal = { id, segment, start, end, rows, firstRowAt }
    this.lateSeals.push(seal)
    this.#batches.push({ ...seal, mayBeInserted: false })
  }

  /** The oldest complete batch, once its seal is on disk; undefined after the end. For one caller at a time. */
  next(): Promise<SealedBatch | undefined> {
    return new Promise((resolve) => {
      this.#waiting = resolve
      this.handOver()
    })
  }

  /** Hands the oldest batch to a waiting loader, if its seal is on disk. */
  handOver(): void {
    const oldest = this.first
    const isSealed = !this.lateSeals.some(({ id }) => id === oldest?.id)
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

  /** No more batches will be added: a waiting loader gets undefined. */
  end(): void {
    this.#ended = true
    this.handOver()
  }
}
