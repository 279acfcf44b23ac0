/**
 * The spool: the log in which an event is kept from the moment it is acknowledged.
 *
 * ## Format
 *
 * `segment-<number>.log` is a sequence of records (`record.ts`): a header, then rows, tallies and seals. A group is
 * written at once: its rows, then a tally of the events that arrived with them. Rows are JSON arrays, grouped by table, in
 * the bytes that the database will get. `cursor.json` holds the loader's position. Segments only grow; a new one
 * begins at each start, after an I/O error, and past `segmentBytes`, always between two batches.
 *
 * ## Invariants
 *
 * 1. An append is acknowledged after its records are on disk and synced; a group shares one `fdatasync`.
 * 2. A row carries the id of its batch; a batch is a contiguous stretch of one segment.
 * 3. A batch is handed out only after its seal (id, place, row counts) is synced, and no row joins it afterwards: its
 *    bytes are the same at every attempt, in this process and in the next.
 * 4. A batch is committed when the cursor has passed it. The cursor moves in order, by atomic rename, after the
 *    database has confirmed the batch.
 * 5. After an I/O error none of the group's bytes are trusted: the group and everything queued behind it are refused,
 *    and the segment ends at its last good length, which the next segment's header records.
 * 6. What waits for the disk is bounded: beyond `maxBytes`, and beyond what a second of full load brings, appends are
 *    refused.
 *
 * ## Recovery
 *
 * `open` reads what the cursor has not passed (`recover.ts`): a torn tail is cut, damage between good records is
 * quarantined and counted, batches without a seal get one. The first batch found then has `mayBeInserted`: the
 * previous process may have inserted it. Without a cursor all batches have it.
 *
 * One process per directory; the lock is the data directory's (`../platform/data-directory-lock.ts`).
 *
 * ## Parts
 *
 * `group-commit.ts` writes appends and seals, `segment-store.ts` has the files, `batch-queue.ts` the batches for the
 * loader, `cursor-store.ts` the loader's position.
 */
import type { RowCounts, Seal, SealedBatch } from './batch.ts'
import { BatchQueue } from './batch-queue.ts'
import { CursorStore, type SpoolPlace } from './cursor-store.ts'
import { type Cursor, readCursor } from './cursor.ts'
import { nodeFileSystem } from './file-system.ts'
import { GroupCommit, type GroupCommitOptions } from './group-commit.ts'
import { removeQuarantined } from './quarantine.ts'
import { RECORD, scanRecords } from './record.ts'
import { type Recovered, recover } from './recover.ts'
import { decodeRows, type StoredRows } from './row-block.ts'
import type { Segment } from './segment.ts'
import { type RetainedRows, SegmentStore, type SegmentStoreOptions } from './segment-store.ts'
import type { Totals } from './totals.ts'

type PartOptions = SegmentStoreOptions & GroupCommitOptions

/** Options that are not given have defaults. */
export type SpoolOptions = Pick<PartOptions, 'directory' | 'maxBytes' | 'retentionHours' | 'log'> &
  Partial<PartOptions>

/** The log as the loader and the operators' commands see it. Events are appended to its `groupCommit`. */
export class Spool {
  readonly groupCommit: GroupCommit
  readonly #options: PartOptions
  readonly #segments: SegmentStore
  readonly #batches: BatchQueue
  readonly #cursor: CursorStore
  readonly #totals: Totals

  /** Opens and recovers the directory. @throws if another version wrote its files or the cursor is unreadable. */
  static async open(options: SpoolOptions): Promise<Spool> {
    const full: PartOptions = {
      flushAfterMs: 500,
      // Each insert costs the database as much as some 6,000 rows, and what it writes is merged again later.
      maxBatchRows: 50_000,
      maxBatchBytes: 24 * 1024 * 1024,
      segmentBytes: 64 * 1024 * 1024,
      // A second of full load.
      maxQueuedBytes: 64 * 1024 * 1024,
      files: nodeFileSystem,
      ...options,
    }
    // Space is freed a segment at a time, so the cap has to be several segments.
    const sized = { ...full, segmentBytes: Math.min(full.segmentBytes, full.maxBytes / 8) }
    await full.files.makeDirectory(full.directory)
    const cursor = await readCursor(full.files, full.directory)
    return new Spool(sized, await recover(full.files, full.directory, cursor, full.log))
  }

  private constructor(options: PartOptions, { segments, batches, unsealed, totals, cursor }: Recovered) {
    this.#options = options
    const nextNumber = Math.max(segments.at(-1)?.number ?? 0, cursor.segment) + 1
    this.#segments = new SegmentStore(options, segments, nextNumber)
    this.#batches = new BatchQueue(batches, unsealed)
    this.#totals = totals
    this.#cursor = new CursorStore(options.files, options.directory, cursor)
    this.groupCommit = new GroupCommit(options, this.#segments, this.#batches, totals)
  }

  /** Events received, and their outcomes. Rows that the loader found to be duplicates count as such. */
  get totals(): Readonly<Totals> {
    const { received, accepted, duplicates, rejected } = this.#totals
    const late = this.cursor.duplicates
    return { received, accepted: accepted - late, duplicates: duplicates + late, rejected }
  }

  get cursor(): Readonly<Cursor> {
    return this.#cursor.current
  }

  get segments(): readonly Readonly<Segment>[] {
    return this.#segments.list
  }

  /** An earlier process may have attempted the oldest batch, and part of it may be in the tables. */
  get hasUnconfirmedBatch(): boolean {
    return this.#batches.first?.mayBeInserted ?? false
  }

  get pendingRows(): number {
    return this.#batches.rows
  }

  get pendingBytes(): number {
    const { open } = this.#batches
    const current = this.#segments.current
    return this.#batches.bytes + (open && current ? current.bytes - open.start : 0)
  }

  /** Bytes that wait for the database, as a share of the size at which appends are refused: 0 to 1. */
  get filled(): number {
    return this.pendingBytes / this.#options.maxBytes
  }

  /** Bytes of all retained segments, those for replay included. */
  get bytes(): number {
    return this.#segments.bytes
  }

  /** Milliseconds since the oldest row that is not in the database was acknowledged; 0 without one. */
  get oldestPendingMs(): number {
    const first = this.#batches.oldestRowAt
    // The clock may have been set back since.
    return first === undefined ? 0 : Math.max(0, Date.now() - first)
  }

  /** Whether appends are accepted at the moment. */
  get accepting(): boolean {
    return this.groupCommit.accepting
  }

  /** The oldest uncommitted batch, once there is one; undefined when the spool has closed. For one caller at a time. */
  nextBatch(): Promise<SealedBatch | undefined> {
    const batch = this.#batches.next()
    this.groupCommit.retrySeals()
    this.groupCommit.armFlush()
    return batch
  }

  /** The rows of a batch, as they are on disk. Fewer than its seal counts where the disk was damaged. */
  async readBatch({ segment, start, end }: Seal): Promise<StoredRows[]> {
    const rows: StoredRows[] = []
    for (const item of scanRecords(await this.#segments.readRange(segment, start, end))) {
      if (item.kind === RECORD.rows) rows.push(decodeRows(item.payload))
    }
    return rows
  }

  /** Moves the cursor past the oldest batch, atomically. @param lost rows of it that were damaged on disk. */
  async commit(batch: SealedBatch, stored: RowCounts, lost: number): Promise<void> {
    if (batch !== this.#batches.first) throw new Error('batches are committed in order')
    await this.#cursor.commit(batch, stored, lost)
    this.#batches.shift()
    await this.groupCommit.removeExpired()
  }

  /** What the cursor records about attempts to insert the current batch. */
  get attempts(): Omit<CursorStore, 'commit'> {
    return this.#cursor
  }

  /** Seals what was appended before this call, so that it is inserted without waiting for more. */
  flush(): Promise<void> {
    return this.groupCommit.flush()
  }

  /** Does the same. @returns a place: once the cursor has reached it, all those rows are in the database. */
  async seal(): Promise<SpoolPlace> {
    await this.flush()
    return this.#end
  }

  /** Does the same and begins a new segment, so that all those rows are in an ended one. */
  async rotate(): Promise<SpoolPlace> {
    await this.groupCommit.rotate()
    return this.#end
  }

  /** The end of the last sealed batch. */
  get #end(): SpoolPlace {
    const { last } = this.#batches
    return last ? { segment: last.segment, offset: last.end } : this.cursor
  }

  isCommitted(place: SpoolPlace): boolean {
    return this.#cursor.hasPassed(place)
  }

  /** Blanks the rows of some sessions in every ended segment whose rows are all in the database. */
  blankCommittedRows(isErased: (sessionId: string) => boolean): Promise<void> {
    return this.#segments.blankRows(isErased, (number) => this.#batches.needs(number))
  }

  /** Removes damage that was quarantined before a moment (milliseconds since 1970), by default all of it. */
  removeQuarantined(before = Infinity): Promise<void> {
    return removeQuarantined(this.#options.files, this.#options.directory, before)
  }

  /** Rows of all retained segments, oldest first. */
  retainedRows(): AsyncGenerator<RetainedRows> {
    return this.#segments.rows()
  }

  /** Refuses further appends, seals the open batch, and ends `nextBatch` once everything is committed. */
  async close(): Promise<void> {
    await this.groupCommit.close()
    this.#batches.end()
  }
}
