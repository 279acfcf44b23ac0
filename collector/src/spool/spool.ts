/**
 * The spool: the log in which an event is kept from the moment it is acknowledged.
 *
 * ## Format
 *
 * `segment-<number>.log` is a sequence of records (`record.ts`): a header first, then rows, tallies and seals.
 * Rows are the final bytes that the database will get, NDJSON, grouped by table. `cursor.json` says how far the
 * database has got. Segments only grow; a new one begins at each start, after an I/O error, and past
 * `segmentBytes`, always between two batches.
 *
 * ## Invariants
 *
 * 1. `append` resolves after the record is on disk and synced; records of one group share one `fdatasync`.
 * 2. A row carries the id of its batch; a batch is a contiguous stretch of one segment.
 * 3. A batch is handed out only after its seal (id, place, row counts) is synced, and no row joins it afterwards:
 *    its bytes are the same at every attempt, in this process and in the next.
 * 4. Batches are settled in order; the cursor moves by atomic rename, after the database confirmed.
 * 5. After an I/O error no byte of that segment's group is trusted: the group and all that queued behind it are
 *    refused, the segment is left at its last good length, which the next segment's header records.
 *
 * ## Recovery
 *
 * `open` reads what the cursor has not passed (`recover.ts`): a torn tail is cut, damage between good records is
 * quarantined and counted, batches without a seal get one. All batches found then are `uncertain`: the
 * previous process may have inserted them.
 *
 * One process per directory; the lock is the data directory's (`../data-directory-lock.ts`).
 */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { EVENT_TABLES } from '../event-tables.ts'
import { failpoint } from '../failpoint.ts'
import type { Logger } from '../logger.ts'
import { addRows, type RowCounts, type Seal, type SealedBatch, totalRows } from './batch.ts'
import { bootId } from './boot-id.ts'
import { type Cursor, readCursor, writeCursor } from './cursor.ts'
import { type AppendFile, type FileSystem, nodeFileSystem } from './file-system.ts'
import { RECORD, RecordBuffer, scanRecords } from './record.ts'
import { type Recovered, recover } from './recover.ts'
import { decodeRows, type RowBlock, type StoredRows, tableCode } from './row-block.ts'
import { type Segment, type SegmentHeader, segmentPath } from './segment.ts'
import { SpoolError } from './spool-error.ts'
import { addTotals, isZero, noTotals, type Totals } from './totals.ts'

export interface SpoolOptions {
  readonly directory: string
  /** Cap on all segments together; appends are refused before it. */
  readonly maxBytes: number
  /** How long inserted segments are kept for replay. */
  readonly retentionHours: number
  readonly log: Logger
  /** A batch is sealed this long after its first row while the writer keeps up; when it lags, by size only. */
  readonly flushAfterMs?: number
  readonly maxBatchRows?: number
  readonly maxBatchBytes?: number
  readonly segmentBytes?: number
  readonly files?: FileSystem
}

interface Append {
  readonly blocks: readonly RowBlock[]
  readonly tally: Totals
  readonly bytes: number
  readonly resolve: () => void
  readonly reject: (error: SpoolError) => void
}

interface OpenBatch {
  readonly id: string
  readonly start: number
  rows: RowCounts
  firstRowAt: number
}

/** Bytes of one group; keeps the pause between two syncs short. */
const MAX_GROUP_BYTES = 4 * 1024 * 1024

/** Pause before a seal that the disk refused is tried again. */
const SEAL_RETRY_MS = 1_000

export class Spool {
  readonly #options: Required<SpoolOptions>
  readonly #segments: Segment[]
  readonly #ready: SealedBatch[]
  readonly #totals: Totals
  #cursor: Cursor
  #file: AppendFile | undefined
  #batch: OpenBatch | undefined
  /** Batches whose seal could not be written to the segment they lie in. */
  #unsealed: Seal[]
  #queue: Append[] = []
  #queuedBytes = 0
  #running: Promise<void> | undefined
  #sealAsked = false
  #flushTimer: NodeJS.Timeout | undefined
  #waiting: ((batch: SealedBatch | undefined) => void) | undefined
  #closed = false
  #refusing = false
  readonly #buffer = new RecordBuffer()
  /** The machine was started anew since the previous process wrote its cursor. */
  readonly hostRestarted: boolean

  /** Opens the directory and recovers it. @throws if its files were written by a newer version or the cursor is unreadable. */
  static async open(options: SpoolOptions): Promise<Spool> {
    const full: Required<SpoolOptions> = {
      flushAfterMs: 500,
      maxBatchRows: 20_000,
      maxBatchBytes: 8 * 1024 * 1024,
      segmentBytes: 64 * 1024 * 1024,
      files: nodeFileSystem,
      ...options,
    }
    await full.files.makeDirectory(full.directory)
    const cursor = await readCursor(full.files, full.directory)
    return new Spool(full, await recover(full.files, full.directory, cursor, full.log))
  }

  private constructor(options: Required<SpoolOptions>, recovered: Recovered) {
    this.#options = options
    this.#segments = recovered.segments
    this.#ready = recovered.batches
    this.#unsealed = recovered.unsealed
    this.#totals = recovered.totals
    this.#cursor = recovered.cursor
    this.hostRestarted = recovered.cursor.boot_id !== bootId()
    // Recovered batches may be handed out only once their seals are on disk.
    if (this.#unsealed.length > 0) this.#wake()
  }

  get totals(): Readonly<Totals> {
    return this.#totals
  }

  get cursor(): Readonly<Cursor> {
    return this.#cursor
  }

  get pendingRows(): number {
    const open = this.#batch ? totalRows(this.#batch.rows) : 0
    return this.#ready.reduce((sum, batch) => sum + totalRows(batch.rows), open)
  }

  get pendingBytes(): number {
    const open = this.#batch && this.#current ? this.#current.bytes - this.#batch.start : 0
    return this.#ready.reduce((sum, batch) => sum + batch.end - batch.start, open)
  }

  /** Milliseconds since the oldest row that is not in the database was acknowledged; 0 without one. */
  get oldestPendingMs(): number {
    const first = this.#ready[0]?.firstRowAt ?? this.#batch?.firstRowAt
    return first === undefined ? 0 : Date.now() - first
  }

  /** False while appends would be refused: the cap is reached, the disk failed last time, or it is shutting down. */
  get accepting(): boolean {
    return !this.#closed && !this.#refusing && this.#usedBytes() + this.#queuedBytes < this.#options.maxBytes
  }

  get segments(): readonly Readonly<Segment>[] {
    return this.#segments
  }

  /**
   * Keeps rows, and counts what was not kept. Resolves when both are synced.
   *
   * @throws {SpoolError} and then nothing of it is kept.
   */
  append(blocks: readonly RowBlock[], tally: Totals): Promise<void> {
    if (this.#closed) return Promise.reject(new SpoolError('spool_closed', 'The collector is shutting down.'))
    let bytes = 0
    for (const block of blocks) for (const row of block.rows) bytes += row.length + 64
    if (this.#usedBytes() + this.#queuedBytes + bytes > this.#options.maxBytes) {
      return Promise.reject(
        new SpoolError('spool_full', 'The event store is behind and the buffer on disk is full.'),
      )
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ blocks, tally, bytes, resolve, reject })
      this.#queuedBytes += bytes
      this.#wake()
    })
  }

  /** The oldest unsettled batch, once there is one; undefined when the spool was closed. For one caller at a time. */
  async nextBatch(): Promise<SealedBatch | undefined> {
    while (this.#unsealed.length > 0 && !this.#closed) {
      this.#wake()
      await this.#running
      if (this.#unsealed.length > 0) await setTimeout(SEAL_RETRY_MS)
    }
    if (this.#ready[0] && this.#unsealed.length === 0) return this.#ready[0]
    if (this.#closed) return undefined
    return new Promise((resolve) => {
      this.#waiting = resolve
      this.#armFlush()
    })
  }

  /** The rows of a batch, as they are on disk. Fewer than its seal counts where the disk was damaged. */
  async readBatch(batch: Seal): Promise<StoredRows[]> {
    const path = segmentPath(this.#options.directory, batch.segment)
    const bytes = await this.#options.files.readRange(path, batch.start, batch.end)
    const rows: StoredRows[] = []
    for (const item of scanRecords(bytes)) {
      if (item.kind === RECORD.rows) rows.push(decodeRows(item.payload))
    }
    return rows
  }

  /** Moves the cursor past a batch, atomically; `lost` rows of it were damaged on disk. Only in order. */
  async settle(batch: SealedBatch, stored: RowCounts, lost: number): Promise<void> {
    if (batch !== this.#ready[0]) throw new Error('batches are settled in order')
    const counts: RowCounts = { ...this.#cursor.stored }
    for (const table of EVENT_TABLES) addRows(counts, table, stored[table] ?? 0)
    await this.#writeCursor({
      ...this.#cursor,
      segment: batch.segment,
      offset: batch.end,
      stored: counts,
      lost: this.#cursor.lost + lost,
      token_generations: {},
    })
    this.#ready.shift()
    await this.#expireSegments()
  }

  /** How many tokens of an insert of the batch in hand were used up in vain. */
  tokenGeneration(insert: string): number {
    return this.#cursor.token_generations[insert] ?? 0
  }

  /** Writes down that the insert's token so far is used up. */
  async nextTokenGeneration(insert: string): Promise<void> {
    const generations = { ...this.#cursor.token_generations, [insert]: this.tokenGeneration(insert) + 1 }
    await this.#writeCursor({ ...this.#cursor, token_generations: generations })
  }

  /** Seals what is open, so that it is inserted without waiting for more. Resolves when the seal is synced. */
  async flush(): Promise<void> {
    while (this.#batch || this.#queue.length > 0) {
      this.#sealAsked = true
      this.#wake()
      await this.#running
    }
  }

  /** Refuses further appends, seals what is there and lets `nextBatch` end once all is settled. */
  async close(): Promise<void> {
    this.#closed = true
    await this.flush()
    clearTimeout(this.#flushTimer)
    await this.#file?.close()
    this.#file = undefined
    this.#hand()
  }

  get #current(): Segment | undefined {
    return this.#file ? this.#segments.at(-1) : undefined
  }

  #usedBytes(): number {
    return this.#segments.reduce((sum, segment) => sum + segment.bytes, 0)
  }

  #wake(): void {
    this.#running ??= this.#commitGroups().finally(() => {
      this.#running = undefined
      if (this.#queue.length > 0) this.#wake()
    })
  }

  async #commitGroups(): Promise<void> {
    // One turn of the event loop gathers the requests that have already arrived.
    await new Promise(setImmediate)
    while (this.#queue.length > 0 || this.#unsealed.length > 0 || (this.#sealAsked && this.#batch)) {
      const group = this.#takeGroup()
      try {
        await this.#commit(group)
        for (const append of group) append.resolve()
        this.#hand()
        this.#armFlush()
      } catch (error) {
        await this.#refuse(group, error)
        return
      }
    }
    this.#sealAsked = false
  }

  #takeGroup(): Append[] {
    let bytes = 0
    let taken = 0
    for (const append of this.#queue) {
      if (taken > 0 && bytes + append.bytes > MAX_GROUP_BYTES) break
      bytes += append.bytes
      taken++
    }
    const group = this.#queue.splice(0, taken)
    this.#queuedBytes -= bytes
    return group
  }

  /** Writes one group of appends, and the seal of the batch that it completes, with one sync. */
  async #commit(group: readonly Append[]): Promise<void> {
    const file = this.#file ?? (await this.#openSegment())
    const segment = this.#segments.at(-1)
    if (!segment) throw new Error('an open file has a segment')
    const buffer = this.#buffer
    buffer.clear()

    const sealed: SealedBatch[] = []
    for (const seal of this.#unsealed) buffer.addJson(RECORD.seal, seal)
    let batch = this.#batch && { ...this.#batch, rows: { ...this.#batch.rows } }
    const tally = noTotals()
    let accepted = 0
    for (const append of group) {
      for (const { table, rows } of append.blocks) {
        batch ??= { id: randomUUID(), start: segment.bytes + buffer.length, rows: {}, firstRowAt: Date.now() }
        buffer.addRows(tableCode(table), rows, batch.id)
        addRows(batch.rows, table, rows.length)
        accepted += rows.length
      }
      addTotals(tally, append.tally)
    }
    if (!isZero(tally)) buffer.addJson(RECORD.tally, tally)

    const end = segment.bytes + buffer.length
    if (batch && this.#mustSeal(batch, end)) {
      const { id, start, rows, firstRowAt } = batch
      const seal: Seal = { id, segment: segment.number, start, end, rows }
      buffer.addJson(RECORD.seal, seal)
      sealed.push({ ...seal, firstRowAt, uncertain: false })
      batch = undefined
    }

    await file.write(buffer.bytes, segment.bytes)
    failpoint('spool.written')
    await file.datasync()
    failpoint('spool.synced')

    segment.bytes += buffer.length
    segment.lastWriteAt = Date.now()
    this.#refusing = false
    this.#unsealed = []
    this.#batch = batch
    this.#totals.accepted += accepted
    addTotals(this.#totals, tally)
    this.#ready.push(...sealed)
    if (sealed.length > 0 && segment.bytes > this.#options.segmentBytes) await this.#closeSegment()
  }

  #mustSeal(batch: OpenBatch, end: number): boolean {
    const { maxBatchRows, maxBatchBytes, segmentBytes } = this.#options
    return (
      this.#sealAsked ||
      totalRows(batch.rows) >= maxBatchRows ||
      end - batch.start >= maxBatchBytes ||
      end >= segmentBytes
    )
  }

  async #openSegment(): Promise<AppendFile> {
    const previous = this.#segments.at(-1)
    const number = (previous?.number ?? 0) + 1
    const path = segmentPath(this.#options.directory, number)
    const header: SegmentHeader = {
      format: 1,
      number,
      created_at: new Date().toISOString(),
      previous: previous ? { number: previous.number, bytes: previous.bytes } : null,
      totals: this.#totals,
    }
    const buffer = new RecordBuffer()
    buffer.addJson(RECORD.header, header)

    const segment: Segment = { number, path, bytes: 0, lastWriteAt: Date.now() }
    const file = await this.#options.files.create(path)
    // Known from here on, so that a failed header write does not try the same name again.
    this.#segments.push(segment)
    try {
      await file.write(buffer.bytes, 0)
      await file.datasync()
    } catch (error) {
      await file.close().catch(() => {})
      throw error
    }
    segment.bytes = buffer.length
    this.#file = file
    return file
  }

  async #closeSegment(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.close()
  }

  /** After an I/O error: nothing of the group, nor of what queued behind it, is kept. */
  async #refuse(group: readonly Append[], cause: unknown): Promise<void> {
    this.#options.log.error(
      { err: cause },
      'spool: the disk refused a write; events are refused until it recovers',
    )
    this.#refusing = true
    const behind = this.#queue
    this.#queue = []
    this.#queuedBytes = 0
    this.#sealAsked = false

    // What the open batch had before this group is good, and sealed from the next segment.
    const segment = this.#current
    if (this.#batch && segment) {
      const { id, start, rows, firstRowAt } = this.#batch
      const seal: Seal = { id, segment: segment.number, start, end: segment.bytes, rows }
      this.#unsealed.push(seal)
      this.#ready.push({ ...seal, firstRowAt, uncertain: false })
      this.#batch = undefined
    }
    const error = new SpoolError('spool_io', 'The disk refused to keep the events.', { cause })
    for (const append of [...group, ...behind]) append.reject(error)
    await this.#closeSegment().catch(() => {})
  }

  /** Gives a waiting writer its batch. */
  #hand(): void {
    const batch = this.#unsealed.length === 0 ? this.#ready[0] : undefined
    if (!this.#waiting || (!batch && !this.#closed)) return
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting(batch)
  }

  /** Only a writer that waits is in a hurry; behind a busy one, batches grow to their full size. */
  #armFlush(): void {
    if (!this.#batch || !this.#waiting || this.#flushTimer) return
    const due = this.#batch.firstRowAt + this.#options.flushAfterMs - Date.now()
    this.#flushTimer = globalThis.setTimeout(
      () => {
        this.#flushTimer = undefined
        this.#sealAsked = true
        this.#wake()
      },
      Math.max(0, due),
    )
  }

  async #writeCursor(cursor: Cursor): Promise<void> {
    const stamped = { ...cursor, boot_id: bootId() }
    await writeCursor(this.#options.files, this.#options.directory, stamped)
    this.#cursor = stamped
  }

  /** Removes segments that the database has had for long enough, sooner where space is short. */
  async #expireSegments(): Promise<void> {
    const { retentionHours, maxBytes, files, log } = this.#options
    const keepSince = Date.now() - retentionHours * 3_600_000
    for (;;) {
      const oldest = this.#segments[0]
      if (!oldest || oldest.number >= this.#cursor.segment || oldest === this.#segments.at(-1)) return
      const short = this.#usedBytes() > maxBytes * 0.8
      if (oldest.lastWriteAt > keepSince && !short) return
      if (oldest.lastWriteAt > keepSince)
        log.warn({ segment: oldest.number }, 'spool: replay copy removed early, disk cap near')
      await files.remove(oldest.path)
      this.#segments.shift()
    }
  }
}
