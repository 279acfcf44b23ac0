import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from '../platform/logger.ts'
import type { Seal } from './batch.ts'
import type { BatchQueue } from './batch-queue.ts'
import { type Append, encodeGroup, type OpenBatch } from './encode-group.ts'
import { RecordBuffer } from './record.ts'
import type { SegmentStore } from './segment-store.ts'
import { SpoolError } from './spool-error.ts'
import { addTotals, type Totals } from './totals.ts'

export interface GroupCommitOptions {
  readonly log: Logger
  readonly flushAfterMs: number
  readonly maxBatchRows: number
  readonly maxBatchBytes: number
  readonly segmentBytes: number
}

interface QueuedAppend extends Append {
  readonly bytes: number
  readonly resolve: () => void
  readonly reject: (error: SpoolError) => void
}

/** Bytes of one group; keeps the pause between two syncs short. */
const MAX_GROUP_BYTES = 4 * 1024 * 1024

/** How long appends are refused after an I/O error; the next one then shows whether the disk has recovered. */
const REFUSAL_MS = 5_000

/** Pause before retrying a seal that the disk refused. */
const SEAL_RETRY_MS = 1_000

/**
 * Takes appends and writes those that arrived together as one group, with one sync; parts what it writes into batches.
 * While a group is on its way to the disk, the next one gathers.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions
  readonly #segments: SegmentStore
  readonly #batches: BatchQueue
  /** Of everything that is on disk. */
  readonly #totals: Totals
  /** Called when a segment is about to begin. */
  readonly #makeRoom: () => Promise<void>
  readonly #buffer = new RecordBuffer()
  #open: OpenBatch | undefined
  #queue: QueuedAppend[] = []
  /** Of what is queued and of the group that is being written. */
  #queuedBytes = 0
  /** Appends so far, and how many of them are written or refused. */
  #appended = 0
  #decided = 0
  #running: Promise<void> | undefined
  #sealRequested = false
  #rotateRequested = false
  #flushTimer: NodeJS.Timeout | undefined
  #sealTimer: NodeJS.Timeout | undefined
  #closed = false
  /** When the disk last refused a group, milliseconds since 1970; 0 once it has accepted one since. */
  #refusedAt = 0

  constructor(
    options: GroupCommitOptions,
    segments: SegmentStore,
    batches: BatchQueue,
    totals: Totals,
    makeRoom: () => Promise<void>,
  ) {
    this.#options = options
    this.#segments = segments
    this.#batches = batches
    this.#totals = totals
    this.#makeRoom = makeRoom
    // Recovered batches may be handed out only once their seals are on disk.
    this.retrySeals()
  }

  /** The batch that still accepts rows. */
  get open(): OpenBatch | undefined {
    return this.#open
  }

  get queuedBytes(): number {
    return this.#queuedBytes
  }

  /** The disk failed a moment ago. */
  get isRefusing(): boolean {
    return Date.now() - this.#refusedAt < REFUSAL_MS
  }

  /** @param bytes what the append takes on disk at most. */
  append(append: Append, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ ...append, bytes, resolve, reject })
      this.#queuedBytes += bytes
      this.#appended++
      this.#wake()
    })
  }

  /** Seals what was appended before this call. */
  async flush(): Promise<void> {
    const until = this.#appended
    while (this.#decided < until || (this.#open && this.#open.firstAppend < until)) {
      this.#sealRequested = true
      this.#wake()
      await this.#running
    }
  }

  /** Seals what was appended before this call, and begins a new segment. */
  async rotate(): Promise<void> {
    this.#rotateRequested = true
    while (this.#rotateRequested) {
      this.#wake()
      await this.#running
    }
  }

  /** Seals what there is, and ends. Nothing may be appended any more. */
  async close(): Promise<void> {
    this.#closed = true
    await this.flush()
    while (this.#running) await this.#running
    clearTimeout(this.#flushTimer)
    clearTimeout(this.#sealTimer)
    await this.#segments.closeCurrent()
  }

  retrySeals(): void {
    if (this.#batches.lateSeals.length > 0) this.#wake()
  }

  /** Seals early only for a waiting loader; behind a busy one, batches grow to their full size. */
  armFlush(): void {
    if (!this.#open || !this.#batches.isWanted || this.#flushTimer) return
    const due = this.#open.firstRowAt + this.#options.flushAfterMs - Date.now()
    this.#flushTimer = setTimeout(
      () => {
        this.#flushTimer = undefined
        this.#sealRequested = true
        this.#wake()
      },
      Math.max(0, due),
    )
  }

  #wake(): void {
    this.#running ??= this.#commitGroups().finally(() => {
      this.#running = undefined
      if (this.#queue.length > 0) this.#wake()
    })
  }

  async #commitGroups(): Promise<void> {
    // One turn of the event loop gathers the requests that have already arrived.
    await nextTurn()
    while (this.#hasWork) {
      const group = this.#takeGroup()
      try {
        await this.#commit(group)
      } catch (error) {
        await this.#refuse(group, error)
        return
      }
      for (const append of group) append.resolve()
      this.#batches.hand()
      this.armFlush()
    }
    this.#sealRequested = false
  }

  get #hasWork(): boolean {
    if (this.#queue.length > 0 || this.#batches.lateSeals.length > 0 || this.#rotateRequested) return true
    return this.#sealRequested && this.#open !== undefined
  }

  #takeGroup(): QueuedAppend[] {
    let bytes = 0
    let taken = 0
    for (const append of this.#queue) {
      if (taken > 0 && bytes + append.bytes > MAX_GROUP_BYTES) break
      bytes += append.bytes
      taken++
    }
    return this.#queue.splice(0, taken)
  }

  /** Writes one group of appends, and the seal of the batch that it completes, with one sync. */
  async #commit(group: readonly QueuedAppend[]): Promise<void> {
    if (group.length > 0 || this.#open || this.#batches.lateSeals.length > 0) {
      if (!this.#segments.current) await this.#makeRoom()
      const segment = await this.#segments.ensureOpen(this.#totals)
      this.#buffer.clear()
      const encoded = encodeGroup(this.#buffer, group, {
        segment: segment.number,
        offset: segment.bytes,
        open: this.#open,
        lateSeals: this.#batches.lateSeals,
        firstAppend: this.#decided,
        mustSeal: (rows, bytes, end) => this.#mustSeal(rows, bytes, end),
      })
      await this.#segments.append(this.#buffer.bytes)

      if (this.#refusedAt !== 0) this.#options.log.warn('spool: the disk accepts writes again')
      this.#refusedAt = 0
      this.#batches.sealed()
      this.#open = encoded.open
      if (encoded.sealed) {
        this.#sealRequested = false
        this.#batches.add({ ...encoded.sealed, mayBeInserted: false })
      }
      addTotals(this.#totals, encoded.totals)
      this.#decide(group)
    }
    const isFull = (this.#segments.current?.bytes ?? 0) > this.#options.segmentBytes
    if (!this.#open && (isFull || this.#rotateRequested)) {
      await this.#segments.closeCurrent()
      this.#rotateRequested = false
    }
  }

  #mustSeal(rows: number, bytes: number, end: number): boolean {
    const { maxBatchRows, maxBatchBytes, segmentBytes } = this.#options
    const isLarge = rows >= maxBatchRows || bytes >= maxBatchBytes || end >= segmentBytes
    return this.#sealRequested || this.#rotateRequested || isLarge
  }

  /** After an I/O error: nothing of the group, nor of what queued behind it, is kept. */
  async #refuse(group: readonly QueuedAppend[], cause: unknown): Promise<void> {
    // Once, or a line for every beacon would fill a full disk further.
    if (this.#refusedAt === 0)
      this.#options.log.error(
        { err: cause },
        'spool: the disk refused a write; events are refused until it recovers',
      )
    this.#refusedAt = Date.now()
    const refused = [...group, ...this.#queue.splice(0)]
    this.#decide(refused)
    this.#sealRequested = false
    this.#rotateRequested = false

    // What the open batch had before this group is good, and sealed from the next segment.
    const segment = this.#segments.current
    if (this.#open && segment) {
      const { id, start, rows, firstRowAt } = this.#open
      const seal: Seal = { id, segment: segment.number, start, end: segment.bytes, rows, firstRowAt }
      this.#batches.addUnsealed(seal)
      this.#open = undefined
    }
    const error = new SpoolError('spool_io', 'The disk refused to keep the events.', { cause })
    for (const append of refused) append.reject(error)
    await this.#segments.closeCurrent()
    if (this.#batches.lateSeals.length > 0 && !this.#closed) {
      clearTimeout(this.#sealTimer)
      this.#sealTimer = setTimeout(() => this.#wake(), SEAL_RETRY_MS)
    }
  }

  #decide(appends: readonly QueuedAppend[]): void {
    this.#decided += appends.length
    for (const { bytes } of appends) this.#queuedBytes -= bytes
  }
}
