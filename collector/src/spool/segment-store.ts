import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { Logger } from '../platform/logger.ts'
import { failpoint } from '../platform/failpoint.ts'
import type { AppendFile, FileSystem } from './file-system.ts'
import { RECORD, RecordBuffer, resealRecord, scanRecords } from './record.ts'
import { blankRows, decodeRows, sessionsIn, type StoredRows } from './row-block.ts'
import { FORMAT, type Segment, type SegmentHeader, segmentPath } from './segment.ts'
import type { Totals } from './totals.ts'

export interface SegmentStoreOptions {
  readonly directory: string
  readonly maxBytes: number
  /** How long inserted segments are kept for replay. */
  readonly retentionHours: number
  readonly files: FileSystem
  readonly log: Logger
}

/** Rows of a segment that is kept, and where they lie. */
export interface RetainedRows extends StoredRows {
  readonly segment: number
  /** Byte after their record. */
  readonly end: number
  /** Milliseconds since 1970 of the segment's last write. */
  readonly lastWriteAt: number
}

/** The spool's files: the growing segment, and the ended ones. */
export class SegmentStore {
  readonly #options: SegmentStoreOptions
  readonly #segments: Segment[]
  /** The sum over all segments, which every append needs. */
  #bytes: number
  /** Counts attempts, so that no name is tried twice. */
  #nextNumber: number
  #file: AppendFile | undefined
  #expiring: Promise<void> | undefined

  constructor(options: SegmentStoreOptions, segments: Segment[], nextNumber: number) {
    this.#options = options
    this.#segments = segments
    this.#bytes = segments.reduce((sum, { bytes }) => sum + bytes, 0)
    this.#nextNumber = nextNumber
  }

  /** Oldest first. */
  get list(): readonly Readonly<Segment>[] {
    return this.#segments
  }

  /** The growing segment; undefined until the next `ensureOpen`. */
  get current(): Readonly<Segment> | undefined {
    return this.#file ? this.#segments.at(-1) : undefined
  }

  get bytes(): number {
    return this.#bytes
  }

  /** The growing segment. Begins one, with `totals` in its header, if there is none. */
  async ensureOpen(totals: Totals): Promise<Readonly<Segment>> {
    if (this.current) return this.current
    // Skips segments that a crash left without a header: they are empty.
    const previous = this.#segments.findLast(({ bytes }) => bytes > 0)
    const number = this.#nextNumber++
    const path = segmentPath(this.#options.directory, number)
    const header: SegmentHeader = {
      format: FORMAT,
      number,
      created_at: new Date().toISOString(),
      previous: previous ? { number: previous.number, bytes: previous.bytes } : null,
      totals,
    }
    const buffer = new RecordBuffer()
    buffer.addJson(RECORD.header, header)

    const file = await this.#create(path, buffer.bytes)
    const segment: Segment = { number, path, bytes: buffer.length, lastWriteAt: Date.now() }
    this.#segments.push(segment)
    this.#bytes += buffer.length
    this.#file = file
    return segment
  }

  /** Resolves if the disk keeps so many bytes, and removes them again. */
  async tryDisk(bytes: number): Promise<void> {
    const path = join(this.#options.directory, 'trial')
    // A crash may have left it.
    await this.#options.files.remove(path)
    // Random, because a file system may keep zeros without using any space.
    const file = await this.#create(path, randomBytes(bytes))
    await file.close()
    await this.#options.files.remove(path)
  }

  /** A new file with synced bytes. */
  async #create(path: string, bytes: Uint8Array): Promise<AppendFile> {
    const file = await this.#options.files.create(path)
    try {
      await file.write(bytes, 0)
      await file.datasync()
      return file
    } catch (error) {
      await file.close().catch(() => {})
      // A full disk is tried every second, and would be left with as many files.
      await this.#options.files.remove(path).catch(() => {})
      throw error
    }
  }

  /** Adds bytes to the growing segment. Resolves when they are synced; if it rejects, none of them count. */
  async append(bytes: Uint8Array): Promise<void> {
    const segment = this.#segments.at(-1)
    if (!this.#file || !segment) throw new Error('append follows ensureOpen')
    await this.#file.write(bytes, segment.bytes)
    failpoint('spool.written')
    await this.#file.datasync()
    failpoint('spool.synced')
    segment.bytes += bytes.length
    this.#bytes += bytes.length
    segment.lastWriteAt = Date.now()
  }

  /** Ends the growing segment, if there is one. */
  async closeCurrent(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    // What is synced stays synced even if closing fails.
    await file?.close().catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'spool: a segment was closed with an error')
    })
  }

  readRange(segment: number, start: number, end: number): Promise<Buffer> {
    return this.#options.files.readRange(segmentPath(this.#options.directory, segment), start, end)
  }

  /** Rows of all segments, oldest first. */
  async *rows(): AsyncGenerator<RetainedRows> {
    for (const segment of this.#segments.slice()) {
      const bytes = (await this.#options.files.read(segment.path)).subarray(0, segment.bytes)
      const { number, lastWriteAt } = segment
      for (const item of scanRecords(bytes)) {
        if (item.kind !== RECORD.rows) continue
        yield { ...decodeRows(item.payload), segment: number, end: item.end, lastWriteAt }
      }
    }
  }

  /**
   * Blanks the rows of some sessions, and any damage, in every ended segment without an uncommitted batch, each file by
   * atomic replacement. Places, counts and totals do not change.
   */
  async blankRows(
    isErased: (sessionId: string) => boolean,
    isUncommitted: (segment: number) => boolean,
  ): Promise<void> {
    const { files } = this.#options
    for (const segment of this.#segments.slice()) {
      if (segment === this.current || isUncommitted(segment.number)) continue
      const file = await files.read(segment.path)
      if (!(await namesAny(file, isErased))) continue
      // Bytes beyond the good length were never acknowledged, and are removed.
      const bytes = file.subarray(0, segment.bytes)
      for (const item of scanRecords(bytes)) {
        if (item.kind === 'damage') bytes.fill(0, item.start, item.end)
        if (item.kind !== RECORD.rows) continue
        if (blankRows(decodeRows(item.payload).bytes, isErased) > 0) resealRecord(bytes, item)
      }
      await files.replace(segment.path, bytes)
    }
  }

  /**
   * Removes ended segments before `firstUncommitted` that were kept for long enough; sooner if space is short. A
   * removal that fails is tried again the next time.
   */
  removeExpired(firstUncommitted: number): Promise<void> {
    this.#expiring ??= this.#removeExpired(firstUncommitted).finally(() => {
      this.#expiring = undefined
    })
    return this.#expiring
  }

  async #removeExpired(firstUncommitted: number): Promise<void> {
    const { retentionHours, maxBytes, files, log } = this.#options
    const keepSince = Date.now() - retentionHours * 3_600_000
    for (;;) {
      const oldest = this.#segments[0]
      if (!oldest || oldest === this.#segments.at(-1) || oldest.number >= firstUncommitted) return
      const isDue = oldest.lastWriteAt <= keepSince
      if (!isDue && this.#bytes <= maxBytes * 0.8) return
      if (!isDue) log.warn({ segment: oldest.number }, 'spool: replay copy removed early, disk cap near')
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
      this.#bytes -= oldest.bytes
    }
  }
}

/** Bytes that are searched between two turns of the event loop: a few milliseconds. */
const SLICE_BYTES = 1024 * 1024

/** Whether a segment names any of some sessions. Yields to the event loop, since senders wait meanwhile. */
async function namesAny(file: Buffer, isErased: (sessionId: string) => boolean): Promise<boolean> {
  // Slices overlap, since a name may be cut in two.
  for (let at = 0; at < file.length; at += SLICE_BYTES) {
    for (const session of sessionsIn(file.subarray(Math.max(0, at - 256), at + SLICE_BYTES)))
      if (isErased(session)) return true
    await turn()
  }
  return false
}
