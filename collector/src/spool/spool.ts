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
 * quarantined and counted, batches without a seal get one. The first batch found then is `uncertain`:
 * the previous process may have inserted it. Without a cursor all of them are.
 *
 * One process per directory; the lock is the data directory's (`../data-directory-lock.ts`).
 */
import { randomUUID } from 'node:crypto'
import { EVENT_TABLES } from '../event-tables.ts'
import { failpoint } from '../failpoint.ts'
import type { Logger } from '../logger.ts'
import { addRows, type RowCounts, type Seal, type SealedBatch, totalRows } from './batch.ts'
import { bootId } from './boot-id.ts'
import { type Cursor, readCursor, writeCursor } from './cursor.ts'
import { type AppendFile, type FileSystem, nodeFileSystem } from './file-system.ts'
import { MAX_ROW_BYTES, RECORD, RecordBuffer, resealRecord, scanRecords } from './record.ts'
import { type Recovered, recover } from './recover.ts'
import { blankRows, decodeRows, type RowBlock, type StoredRows, tableCode } from './row-block.ts'
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

/** A place in the log. */
export interface SpoolPlace {
  readonly segment: number
  readonly offset: number
}

interface OpenBatch {
  readonly id: string
  readonly start: number
  rows: RowCounts
  firstRowAt: number
}

/** Bytes of one group; keeps the pause between two syncs short. */
const MAX_GROUP_BYTES = 4 * 1024 * 1024

/** Of a row: its batch id and line feed. Of an append: frames, tally, and a seal if it comes to that. */
const ROW_OVERHEAD_BYTES = 52
const APPEND_OVERHEAD_BYTES = 512

/** So long after an I/O error senders are kept away; then one of them finds out whether the disk has recovered. */
const REFUSAL_MS = 5_000

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
  /** Of what is queued and of the group that is being written. */
  #queuedBytes = 0
  #running: Promise<void> | undefined
  #sealAsked = false
  #flushTimer: NodeJS.Timeout | undefined
  #sealTimer: NodeJS.Timeout | undefined
  #expiring: Promise<void> | undefined
  /** Counts attempts, so that no name is tried twice. */
  #nextSegment: number
  #waiting: ((batch: SealedBatch | undefined) => void) | undefined
  #closed = false
  /** When the disk last refused a group, milliseconds since 1970. */
  #refusedAt = 0
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
    // Space is given back by whole segments: the cap has to be several of them.
    const sized = { ...full, segmentBytes: Math.min(full.segmentBytes, full.maxBytes / 8) }
    await full.files.makeDirectory(full.directory)
    const cursor = await readCursor(full.files, full.directory)
    return new Spool(sized, await recover(full.files, full.directory, cursor, full.log))
  }

  private constructor(options: Required<SpoolOptions>, recovered: Recovered) {
    this.#options = options
    this.#segments = recovered.segments
    this.#ready = recovered.batches
    this.#unsealed = recovered.unsealed
    this.#totals = recovered.totals
    this.#cursor = recovered.cursor
    this.#nextSegment = Math.max(recovered.segments.at(-1)?.number ?? 0, recovered.cursor.segment) + 1
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
    const refusing = Date.now() - this.#refusedAt < REFUSAL_MS
    return !this.#closed && !refusing && this.#usedBytes() + this.#queuedBytes < this.#options.maxBytes
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
    let bytes = APPEND_OVERHEAD_BYTES
    for (const { rows } of blocks) {
      for (const row of rows) {
        const rowBytes = Buffer.byteLength(row)
        if (rowBytes > MAX_ROW_BYTES) throw new RangeError(`a row of ${rowBytes} bytes`)
        bytes += rowBytes + ROW_OVERHEAD_BYTES
      }
    }
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
    if (this.#sealedBatch || this.#closed) return this.#sealedBatch
    if (this.#unsealed.length > 0) this.#wake()
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
    while (this.#running || this.#batch || this.#queue.length > 0) {
      this.#sealAsked = true
      this.#wake()
      await this.#running
    }
  }

  /**
   * Seals what is open and goes on in a new segment. Returns a place; once the cursor has reached it, every row
   * appended before this call is in the database and in a closed segment.
   */
  async rotate(): Promise<SpoolPlace> {
    await this.flush()
    const last = this.#ready.at(-1)
    const place = last ? { segment: last.segment, offset: last.end } : this.#cursor
    await this.#closeSegment()
    return { segment: place.segment, offset: place.offset }
  }

  isSettled(place: SpoolPlace): boolean {
    const { segment, offset } = this.#cursor
    return segment > place.segment || (segment === place.segment && offset >= place.offset)
  }

  /**
   * Blanks the rows that hold a text in every closed, settled segment, each by atomic replacement. Places, counts
   * and totals stay as they are.
   */
  async blankSettledRows(text: string): Promise<void> {
    const { files } = this.#options
    for (const segment of this.#segments.slice()) {
      if (segment === this.#current || this.#ready.some((batch) => batch.segment === segment.number)) continue
      const bytes = (await files.read(segment.path)).subarray(0, segment.bytes)
      if (!bytes.includes(text)) continue
      for (const item of scanRecords(bytes)) {
        if (item.kind !== RECORD.rows) continue
        if (blankRows(decodeRows(item.payload).bytes, text) > 0) resealRecord(bytes, item)
      }
      await files.replace(segment.path, bytes)
    }
  }

  /** Rows of all segments that are kept, oldest first, with the time of their segment's last write. */
  async *keptRows(): AsyncGenerator<StoredRows & { lastWriteAt: number }> {
    for (const segment of this.#segments.slice()) {
      const bytes = (await this.#options.files.read(segment.path)).subarray(0, segment.bytes)
      for (const item of scanRecords(bytes)) {
        if (item.kind === RECORD.rows) yield { ...decodeRows(item.payload), lastWriteAt: segment.lastWriteAt }
      }
    }
  }

  /** Refuses further appends, seals what is there and lets `nextBatch` end once all is settled. */
  async close(): Promise<void> {
    this.#closed = true
    await this.flush()
    clearTimeout(this.#flushTimer)
    clearTimeout(this.#sealTimer)
    await this.#closeSegment()
    this.#hand()
  }

  get #current(): Segment | undefined {
    return this.#file ? this.#segments.at(-1) : undefined
  }

  /** The oldest unsettled batch, if its seal is on disk. */
  get #sealedBatch(): SealedBatch | undefined {
    const [oldest] = this.#ready
    return oldest && !this.#unsealed.some(({ id }) => id === oldest.id) ? oldest : undefined
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
    return this.#queue.splice(0, taken)
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
        if (rows.length === 0) continue
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
    this.#refusedAt = 0
    for (const append of group) this.#queuedBytes -= append.bytes
    if (sealed.length > 0) this.#sealAsked = false
    this.#unsealed = []
    this.#batch = batch
    this.#totals.accepted += accepted
    addTotals(this.#totals, tally)
    this.#ready.push(...sealed)
    if (!batch && segment.bytes > this.#options.segmentBytes) await this.#closeSegment()
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
    await this.#expireSegments()
    // Not one whose own header failed: it holds nothing, and the one before it has its length written down here.
    const previous = this.#segments.findLast(({ bytes }) => bytes > 0)
    const number = this.#nextSegment++
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
    // What is synced stays so, whatever closing says.
    await file?.close().catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'spool: a segment was closed with an error')
    })
  }

  /** After an I/O error: nothing of the group, nor of what queued behind it, is kept. */
  async #refuse(group: readonly Append[], cause: unknown): Promise<void> {
    this.#options.log.error(
      { err: cause },
      'spool: the disk refused a write; events are refused until it recovers',
    )
    this.#refusedAt = Date.now()
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
    await this.#closeSegment()
    if (this.#unsealed.length > 0 && !this.#closed) {
      clearTimeout(this.#sealTimer)
      this.#sealTimer = setTimeout(() => this.#wake(), SEAL_RETRY_MS)
    }
  }

  /** Gives a waiting writer its batch. */
  #hand(): void {
    const batch = this.#sealedBatch
    if (!this.#waiting || (!batch && !this.#closed)) return
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting(batch)
  }

  /** Only a writer that waits is in a hurry; behind a busy one, batches grow to their full size. */
  #armFlush(): void {
    if (!this.#batch || !this.#waiting || this.#flushTimer) return
    const due = this.#batch.firstRowAt + this.#options.flushAfterMs - Date.now()
    this.#flushTimer = setTimeout(
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
  #expireSegments(): Promise<void> {
    this.#expiring ??= this.#removeExpired().finally(() => {
      this.#expiring = undefined
    })
    return this.#expiring
  }

  async #removeExpired(): Promise<void> {
    const { retentionHours, maxBytes, files, log } = this.#options
    const keepSince = Date.now() - retentionHours * 3_600_000
    for (;;) {
      const oldest = this.#segments[0]
      if (
        !oldest ||
        oldest === this.#segments.at(-1) ||
        oldest.number >= (this.#ready[0]?.segment ?? Infinity)
      )
        return
      const short = this.#usedBytes() > maxBytes * 0.8
      if (oldest.lastWriteAt > keepSince && !short) return
      if (oldest.lastWriteAt > keepSince)
        log.warn({ segment: oldest.number }, 'spool: replay copy removed early, disk cap near')
      try {
        await files.remove(oldest.path)
      } catch (error) {
        log.warn(
          { err: error, segment: oldest.number },
          'spool: a segment could not be removed; tried again later',
        )
        return
      }
      this.#segments.shift()
    }
  }
}
