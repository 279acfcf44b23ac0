import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from '../platform/logger.ts'
import type { BatchQueue } from './batch-queue.ts'
import { encodeGroup, sizeOf } from './encode-group.ts'
import { RecordBuffer } from './record.ts'
import type { RowBlock } from './row-block.ts'
import type { SegmentStore } from './segment-store.ts'
import { SpoolError } from './spool-error.ts'
import { addTotals, type Totals } from './totals.ts'

export interface GroupCommitOptions {
  readonly log: Logger
  /** Cap on all segments together; appends are refused before it. */
  readonly maxBytes: number
  /** A batch is sealed this long after its first row while the loader keeps up; when it lags, by size only. */
  readonly flushAfterMs: number
  readonly maxBatchRows: number
  readonly maxBatchBytes: number
  readonly segmentBytes: number
  /** Maximum number of bytes waiting in memory for the disk; further appends are refused. */
  readonly maxQueuedBytes: number
}

interface Append {
  readonly blocks: readonly RowBlock[]
  readonly tally: Totals
  readonly bytes: number
  readonly done: (error?: SpoolError) => void
}

/** Bytes of one group; keeps the pause between two syncs short. */
const MAX_GROUP_BYTES = 4 * 1024 * 1024

/** Maximum number of bytes that a beacon's rows take: it has at most 64 KiB and a hundred events. With a margin. */
const LARGEST_BEACON_BYTES = 256 * 1024

/** Pause after a refused write before the disk is tried again. */
const RETRY_MS = 1_000

/**
 * Writes appends that arrive together as one group, with one sync. While a group is being written, the next one
 * gathers.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions
  readonly #segments: SegmentStore
  readonly #batches: BatchQueue
  /** Totals of everything on disk. */
  readonly #totals: Totals
  readonly #buffer = new RecordBuffer()
  #queue: Append[] = []
  /** Bytes that are queued or being written. */
  #queuedBytes = 0
  /** Appends so far, and how many of them are written or refused. */
  #appended = 0
  #decided = 0
  #running: Promise<void> | undefined
  #sealRequested = false
  #rotateRequested = false
  #flushTimer: NodeJS.Timeout | undefined
  #retryTimer: NodeJS.Timeout | undefined
  #closed = false
  /** The disk refused the last write. */
  #hasFailed = false
  /** An append was refused because the spool was full, and it still is. */
  #isFull = false

  constructor(options: GroupCommitOptions, segments: SegmentStore, batches: BatchQueue, totals: Totals) {
    this.#options = options
    this.#segments = segments
    this.#batches = batches
    this.#totals = totals
    // Recovered batches may be handed out only once their seals are on disk.
    this.retrySeals()
  }

  /**
   * False while appends may be refused: the largest beacon would exceed the cap, the disk refused the last write, or it
   * is shutting down. Smaller ones use the remaining room, so nothing is refused while this is true.
   */
  get accepting(): boolean {
    return !this.#closed && !this.#hasFailed && this.#refusalOf(LARGEST_BEACON_BYTES) === undefined
  }

  /**
   * Appends rows, with a tally of what arrived and what was dropped. Calls `done` once: when everything is synced, or
   * with an error, if nothing is kept. An append refused at once gets its error before this returns, so that the
   * caller can forget these ids before another request sees them.
   */
  append(blocks: readonly RowBlock[], tally: Totals, done: (error?: SpoolError) => void): void {
    const bytes = sizeOf(blocks)
    const refusal = this.#refusalOf(bytes)
    if (refusal) {
      if (refusal.code === 'spool_full' && !this.#isFull) {
        this.#options.log.error('spool: it is full; events are refused until there is room')
        this.#isFull = true
      }
      done(refusal)
      return
    }
    this.#queue.push({ blocks, tally, bytes, done })
    this.#queuedBytes += bytes
    this.#appended++
    this.#wake()
  }

  #refusalOf(bytes: number): SpoolError | undefined {
    if (this.#closed) return new SpoolError('spool_closed', 'The collector is shutting down.')
    if (this.#segments.bytes + this.#queuedBytes + bytes > this.#options.maxBytes)
      return new SpoolError('spool_full', 'The event store is behind and the buffer on disk is full.')
    if (this.#queuedBytes + bytes > this.#options.maxQueuedBytes)
      return new SpoolError('spool_slow', 'The disk is slower than the events that arrive.')
    return undefined
  }

  /** Removes segments that need not be kept, which may make room for appends again. */
  async removeExpired(): Promise<void> {
    await this.#segments.removeExpired(this.#batches.first?.segment ?? Infinity)
    if (!this.#isFull || !this.accepting) return
    this.#isFull = false
    this.#options.log.warn('spool: there is room again')
  }

  /** Seals what was appended before this call. */
  async flush(): Promise<void> {
    const until = this.#appended
    const isOpen = () => this.#batches.open !== undefined && this.#batches.open.firstAppend < until
    while (this.#decided < until || isOpen()) {
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

  /** Refuses further appends, and seals those before. */
  async close(): Promise<void> {
    this.#closed = true
    await this.flush()
    while (this.#running) await this.#running
    clearTimeout(this.#flushTimer)
    clearTimeout(this.#retryTimer)
    await this.#segments.closeCurrent()
  }

  retrySeals(): void {
    if (this.#batches.lateSeals.length > 0) this.#wake()
  }

  /** Seals early only for a waiting loader; behind a busy one, batches grow to their full size. */
  armFlush(): void {
    const { open, isWanted } = this.#batches
    if (!open || !isWanted || this.#flushTimer) return
    const due = open.openedAt + this.#options.flushAfterMs - performance.now()
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
      for (const append of group) append.done()
      this.#batches.handOver()
      this.armFlush()
    }
    this.#sealRequested = false
  }

  get #hasWork(): boolean {
    if (this.#queue.length > 0 || this.#mustWrite || this.#rotateRequested) return true
    return this.#sealRequested && this.#batches.open !== undefined
  }

  /** Late seals wait, or the disk has to be tried again. */
  get #mustWrite(): boolean {
    return this.#hasFailed || this.#batches.lateSeals.length > 0
  }

  #takeGroup(): Append[] {
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
  async #commit(group: readonly Append[]): Promise<void> {
    const batches = this.#batches
    if (group.length > 0 || batches.open || this.#mustWrite) {
      if (!this.#segments.current) await this.removeExpired()
      // A full disk may have room for a small record, and would be ready and full in turn.
      if (this.#hasFailed) await this.#segments.tryDisk(LARGEST_BEACON_BYTES)
      const segment = await this.#segments.ensureOpen(this.#totals)
      this.#buffer.clear()
      const { totals, open, sealed } = encodeGroup(this.#buffer, group, {
        segment: segment.number,
        offset: segment.bytes,
        open: batches.open,
        lateSeals: batches.lateSeals,
        firstAppend: this.#decided,
        mustSeal: (rows, bytes, end) => this.#mustSeal(rows, bytes, end),
      })
      await this.#segments.append(this.#buffer.bytes)

      if (this.#hasFailed) this.#options.log.warn('spool: the disk accepts writes again')
      this.#hasFailed = false
      batches.lateSeals = []
      batches.open = open
      if (sealed) {
        this.#sealRequested = false
        batches.add({ ...sealed, mayBeInserted: false })
      }
      addTotals(this.#totals, totals)
      this.#decide(group)
    }
    const isFull = (this.#segments.current?.bytes ?? 0) > this.#options.segmentBytes
    if (!batches.open && (isFull || this.#rotateRequested)) {
      await this.#segments.closeCurrent()
      this.#rotateRequested = false
    }
  }

  #mustSeal(rows: number, bytes: number, end: number): boolean {
    const { maxBatchRows, maxBatchBytes, segmentBytes } = this.#options
    const isLarge = rows >= maxBatchRows || bytes >= maxBatchBytes || end >= segmentBytes
    return this.#sealRequested || this.#rotateRequested || isLarge
  }

  /** After an I/O error: neither the group nor what queued behind it is kept. */
  async #refuse(group: readonly Append[], cause: unknown): Promise<void> {
    // Logged once: a line for every beacon would fill a full disk further.
    if (!this.#hasFailed)
      this.#options.log.error(
        { err: cause },
        'spool: the disk refused a write; events are refused until it recovers',
      )
    this.#hasFailed = true
    const refused = [...group, ...this.#queue.splice(0)]
    this.#decide(refused)
    this.#sealRequested = false
    this.#rotateRequested = false

    // The open batch's earlier rows are good; their seal goes into the next segment.
    const segment = this.#segments.current
    if (segment) this.#batches.completeUnsealed(segment.number, segment.bytes)
    const error = new SpoolError('spool_io', 'The disk refused to keep the events.', { cause })
    for (const append of refused) append.done(error)
    await this.#segments.closeCurrent()
    clearTimeout(this.#retryTimer)
    if (!this.#closed) this.#retryTimer = setTimeout(() => this.#wake(), RETRY_MS)
  }

  #decide(appends: readonly Append[]): void {
    this.#decided += appends.length
    for (const { bytes } of appends) this.#queuedBytes -= bytes
  }
}
