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
import { EVENT_TABLES } from '../event-tables.ts'
import type { Logger } from '../logger.ts'
import { addRows, type RowCounts, type Seal, type SealedBatch, totalRows } from './batch.ts'
import { bootId } from './boot-id.ts'
import { type Cursor, readCursor, type Repeats, writeCursor } from './cursor.ts'
import { type Append, encodeGroup, type OpenBatch, sizeOf } from './encode-group.ts'
import { type FileSystem, nodeFileSystem } from './file-system.ts'
import { removeQuarantined } from './quarantine.ts'
import { RECORD, RecordBuffer, scanRecords } from './record.ts'
import { type Recovered, recover } from './recover.ts'
import { decodeRows, type RowBlock, type StoredRows } from './row-block.ts'
import type { Segment } from './segment.ts'
import { SegmentStore } from './segment-store.ts'
import { SpoolError } from './spool-error.ts'
import { addTotals, type Totals } from './totals.ts'

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

interface QueuedAppend extends Append {
  readonly bytes: number
  readonly resolve: () => void
  readonly reject: (error: SpoolError) => void
}

/** A place in the log. */
export interface SpoolPlace {
  readonly segment: number
  readonly offset: number
}

/** Bytes of one group; keeps the pause between two syncs short. */
const MAX_GROUP_BYTES = 4 * 1024 * 1024

/** So long after an I/O error senders are kept away; then one of them finds out whether the disk has recovered. */
const REFUSAL_MS = 5_000

/** Pause before a seal that the disk refused is tried again. */
const SEAL_RETRY_MS = 1_000

export class Spool {
  readonly #options: Required<SpoolOptions>
  readonly #segments: SegmentStore
  /** Batches that are complete and not settled, oldest first. */
  readonly #ready: SealedBatch[]
  /** Those among them whose seal is not on disk yet. */
  #lateSeals: Seal[]
  #open: OpenBatch | undefined
  readonly #totals: Totals
  #cursor: Cursor
  #queue: QueuedAppend[] = []
  /** Of what is queued and of the group that is being written. */
  #queuedBytes = 0
  /** Appends taken so far, and how many of them are decided. */
  #appended = 0
  #decided = 0
  #running: Promise<void> | undefined
  #sealAsked = false
  #rotateAsked = false
  #flushTimer: NodeJS.Timeout | undefined
  #sealTimer: NodeJS.Timeout | undefined
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

  private constructor(
    options: Required<SpoolOptions>,
    { segments, batches, unsealed, totals, cursor }: Recovered,
  ) {
    this.#options = options
    const nextNumber = Math.max(segments.at(-1)?.number ?? 0, cursor.segment) + 1
    this.#segments = new SegmentStore(options, segments, nextNumber)
    this.#ready = batches
    this.#lateSeals = unsealed
    this.#totals = totals
    this.#cursor = cursor
    this.hostRestarted = cursor.boot_id !== bootId()
    // Recovered batches may be handed out only once their seals are on disk.
    if (this.#lateSeals.length > 0) this.#wake()
  }

  /** What became of the events that arrived; what turned out to be a repeat counts as one. */
  get totals(): Readonly<Totals> {
    const { accepted, duplicates, rejected } = this.#totals
    const { repeated } = this.#cursor
    return { accepted: accepted - repeated, duplicates: duplicates + repeated, rejected }
  }

  get cursor(): Readonly<Cursor> {
    return this.#cursor
  }

  get segments(): readonly Readonly<Segment>[] {
    return this.#segments.list
  }

  get pendingRows(): number {
    const open = this.#open ? totalRows(this.#open.rows) : 0
    return this.#ready.reduce((sum, batch) => sum + totalRows(batch.rows), open)
  }

  get pendingBytes(): number {
    const current = this.#segments.current
    const open = this.#open && current ? current.bytes - this.#open.start : 0
    return this.#ready.reduce((sum, batch) => sum + batch.end - batch.start, open)
  }

  /** Milliseconds since the oldest row that is not in the database was acknowledged; 0 without one. */
  get oldestPendingMs(): number {
    const first = this.#ready[0]?.firstRowAt ?? this.#open?.firstRowAt
    return first === undefined ? 0 : Date.now() - first
  }

  /** False while appends would be refused: the cap is reached, the disk failed a moment ago, or it is shutting down. */
  get accepting(): boolean {
    const refusing = Date.now() - this.#refusedAt < REFUSAL_MS
    return !this.#closed && !refusing && this.#segments.bytes + this.#queuedBytes < this.#options.maxBytes
  }

  /**
   * Keeps rows, and counts what was not kept. Resolves when both are synced.
   *
   * @throws {SpoolError} and then nothing of it is kept.
   */
  append(blocks: readonly RowBlock[], tally: Totals): Promise<void> {
    const bytes = sizeOf(blocks)
    const refusal = this.#refusalOf(bytes)
    if (refusal) return Promise.reject(refusal)
    return new Promise((resolve, reject) => {
      this.#queue.push({ blocks, tally, bytes, resolve, reject })
      this.#queuedBytes += bytes
      this.#appended++
      this.#wake()
    })
  }

  /** Why an append of these blocks would be refused at this moment; undefined if it would be tried. */
  refusalOf(blocks: readonly RowBlock[]): SpoolError | undefined {
    return this.#refusalOf(sizeOf(blocks))
  }

  #refusalOf(bytes: number): SpoolError | undefined {
    if (this.#closed) return new SpoolError('spool_closed', 'The collector is shutting down.')
    if (this.#segments.bytes + this.#queuedBytes + bytes <= this.#options.maxBytes) return undefined
    return new SpoolError('spool_full', 'The event store is behind and the buffer on disk is full.')
  }

  /** The oldest unsettled batch, once there is one; undefined when the spool was closed. For one caller at a time. */
  async nextBatch(): Promise<SealedBatch | undefined> {
    if (this.#sealedBatch || this.#closed) return this.#sealedBatch
    if (this.#lateSeals.length > 0) this.#wake()
    return new Promise((resolve) => {
      this.#waiting = resolve
      this.#armFlush()
    })
  }

  /** The rows of a batch, as they are on disk. Fewer than its seal counts where the disk was damaged. */
  async readBatch({ segment, start, end }: Seal): Promise<StoredRows[]> {
    const rows: StoredRows[] = []
    for (const item of scanRecords(await this.#segments.readRange(segment, start, end))) {
      if (item.kind === RECORD.rows) rows.push(decodeRows(item.payload))
    }
    return rows
  }

  /** Moves the cursor past a batch, atomically, and counts its repeats as duplicates; `lost` rows of it were damaged on disk. Only in order. */
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
      repeats: null,
      repeated: this.#cursor.repeated + Object.values(this.#cursor.repeats ?? {}).flat().length,
    })
    this.#ready.shift()
    await this.#removeExpired()
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

  /** Writes down which events of the batch in hand are left out, before its first attempt. */
  async noteRepeats(repeats: Repeats): Promise<void> {
    await this.#writeCursor({ ...this.#cursor, repeats })
  }

  /** Writes down which engine the next attempts go to. */
  async noteEngine(startedAt: number): Promise<void> {
    await this.#writeCursor({ ...this.#cursor, engine_started_at: startedAt })
  }

  /** Seals what was appended before this call, so that it is inserted without waiting for more. */
  async flush(): Promise<void> {
    const until = this.#appended
    while (this.#decided < until || (this.#open && this.#open.firstAppend < until)) {
      this.#sealAsked = true
      this.#wake()
      await this.#running
    }
  }

  /**
   * Seals what was appended before this call and goes on in a new segment. Returns a place; once the cursor has
   * reached it, every such row is in the database and in an ended segment.
   */
  async rotate(): Promise<SpoolPlace> {
    this.#rotateAsked = true
    while (this.#rotateAsked) {
      this.#wake()
      await this.#running
    }
    const last = this.#ready.at(-1)
    return last ? { segment: last.segment, offset: last.end } : this.#cursor
  }

  isSettled(place: SpoolPlace): boolean {
    const { segment, offset } = this.#cursor
    return segment > place.segment || (segment === place.segment && offset >= place.offset)
  }

  /** Blanks the rows that hold a text in every ended segment whose rows are all in the database. */
  blankSettledRows(text: string): Promise<void> {
    return this.#segments.blankRows(text, (number) => this.#ready.some(({ segment }) => segment === number))
  }

  /** Removes what damage was set aside before a moment (milliseconds since 1970); all of it unless told. */
  removeQuarantined(before = Infinity): Promise<number> {
    return removeQuarantined(this.#options.files, this.#options.directory, before)
  }

  /** Rows of all segments that are kept, oldest first, with the time of their segment's last write. */
  keptRows(): AsyncGenerator<StoredRows & { lastWriteAt: number }> {
    return this.#segments.rows()
  }

  /** Refuses further appends, seals what is there and lets `nextBatch` end once all is settled. */
  async close(): Promise<void> {
    this.#closed = true
    await this.flush()
    while (this.#running) await this.#running
    clearTimeout(this.#flushTimer)
    clearTimeout(this.#sealTimer)
    await this.#segments.closeCurrent()
    this.#hand()
  }

  /** The oldest unsettled batch, if its seal is on disk. */
  get #sealedBatch(): SealedBatch | undefined {
    const [oldest] = this.#ready
    return oldest && !this.#lateSeals.some(({ id }) => id === oldest.id) ? oldest : undefined
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
    while (
      this.#queue.length > 0 ||
      this.#lateSeals.length > 0 ||
      this.#rotateAsked ||
      (this.#sealAsked && this.#open)
    ) {
      const group = this.#takeGroup()
      try {
        await this.#commit(group)
      } catch (error) {
        await this.#refuse(group, error)
        return
      }
      for (const append of group) append.resolve()
      this.#hand()
      this.#armFlush()
    }
    this.#sealAsked = false
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
    if (group.length > 0 || this.#open || this.#lateSeals.length > 0) {
      if (!this.#segments.current) await this.#removeExpired()
      const segment = await this.#segments.ensureOpen(this.#totals)
      this.#buffer.clear()
      const encoded = encodeGroup(this.#buffer, group, {
        segment: segment.number,
        offset: segment.bytes,
        open: this.#open,
        lateSeals: this.#lateSeals,
        firstAppend: this.#decided,
        mustSeal: (rows, bytes, end) => this.#mustSeal(rows, bytes, end),
      })
      await this.#segments.append(this.#buffer.bytes)

      this.#refusedAt = 0
      this.#lateSeals = []
      this.#open = encoded.open
      if (encoded.sealed) {
        this.#sealAsked = false
        this.#ready.push({ ...encoded.sealed, uncertain: false })
      }
      addTotals(this.#totals, encoded.totals)
      this.#decide(group)
    }
    const isFull = (this.#segments.current?.bytes ?? 0) > this.#options.segmentBytes
    if (!this.#open && (isFull || this.#rotateAsked)) {
      await this.#segments.closeCurrent()
      this.#rotateAsked = false
    }
  }

  #mustSeal(rows: number, bytes: number, end: number): boolean {
    const { maxBatchRows, maxBatchBytes, segmentBytes } = this.#options
    const isLarge = rows >= maxBatchRows || bytes >= maxBatchBytes || end >= segmentBytes
    return this.#sealAsked || this.#rotateAsked || isLarge
  }

  /** After an I/O error: nothing of the group, nor of what queued behind it, is kept. */
  async #refuse(group: readonly QueuedAppend[], cause: unknown): Promise<void> {
    this.#options.log.error(
      { err: cause },
      'spool: the disk refused a write; events are refused until it recovers',
    )
    this.#refusedAt = Date.now()
    const refused = [...group, ...this.#queue.splice(0)]
    this.#decide(refused)
    this.#sealAsked = false
    this.#rotateAsked = false

    // What the open batch had before this group is good, and sealed from the next segment.
    const segment = this.#segments.current
    if (this.#open && segment) {
      const { id, start, rows, firstRowAt } = this.#open
      const seal: Seal = { id, segment: segment.number, start, end: segment.bytes, rows }
      this.#lateSeals.push(seal)
      this.#ready.push({ ...seal, firstRowAt, uncertain: false })
      this.#open = undefined
    }
    const error = new SpoolError('spool_io', 'The disk refused to keep the events.', { cause })
    for (const append of refused) append.reject(error)
    await this.#segments.closeCurrent()
    if (this.#lateSeals.length > 0 && !this.#closed) {
      clearTimeout(this.#sealTimer)
      this.#sealTimer = setTimeout(() => this.#wake(), SEAL_RETRY_MS)
    }
  }

  #decide(appends: readonly QueuedAppend[]): void {
    this.#decided += appends.length
    for (const { bytes } of appends) this.#queuedBytes -= bytes
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
    if (!this.#open || !this.#waiting || this.#flushTimer) return
    const due = this.#open.firstRowAt + this.#options.flushAfterMs - Date.now()
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

  #removeExpired(): Promise<void> {
    return this.#segments.removeExpired(this.#ready[0]?.segment ?? Infinity)
  }
}
