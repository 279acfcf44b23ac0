import { EVENT_TABLES } from '../events/event-tables.ts'
import { addRows, type RowCounts, type SealedBatch } from './batch.ts'
import { type Attempts, type Cursor, type DuplicateIds, writeCursor, bootId } from './cursor.ts'
import type { FileSystem } from './file-system.ts'

/** A place in the log. */
export interface SpoolPlace {
  readonly segment: number
  readonly offset: number
}

/** The cursor, in memory as on disk: each change is written before it counts. */
export class CursorStore {
  readonly #files: FileSystem
  readonly #directory: string
  #cursor: Cursor

  constructor(files: FileSystem, directory: string, cursor: Cursor) {
    this.#files = files
    this.#directory = directory
    this.#cursor = cursor
  }

  get current(): Readonly<Cursor> {
    return this.#cursor
  }

  /** Moves past a batch, and counts its duplicates. @param lost rows damaged on disk. */
  commit(batch: SealedBatch, stored: RowCounts, lost: number): Promise<void> {
    const counts: RowCounts = { ...this.#cursor.stored }
    for (const table of EVENT_TABLES) addRows(counts, table, stored[table] ?? 0)
    return this.#write({
      segment: batch.segment,
      offset: batch.end,
      stored: counts,
      lost: this.#cursor.lost + lost,
      attempts: {},
      duplicate_ids: null,
      duplicates: this.#cursor.duplicates + Object.values(this.#cursor.duplicate_ids ?? {}).flat().length,
    })
  }

  hasPassed({ segment, offset }: SpoolPlace): boolean {
    return (
      this.#cursor.segment > segment || (this.#cursor.segment === segment && this.#cursor.offset >= offset)
    )
  }

  /** Tokens that attempts of the current batch's insert have consumed without effect. */
  tokenGeneration(insert: string): number {
    return this.#cursor.attempts[insert]?.used_tokens ?? 0
  }

  /**
   * Records that the insert's current token is used up.
   *
   * @param engineStartedAt start of the engine that gets the next token, seconds since 1970.
   */
  nextTokenGeneration(insert: string, engineStartedAt: number): Promise<void> {
    const used_tokens = this.tokenGeneration(insert) + 1
    return this.#noteAttempt(insert, { used_tokens, engine_started_at: engineStartedAt })
  }

  /** Start of the engine that the insert was last attempted on; 0 if unknown. */
  engineOf(insert: string): number {
    return this.#cursor.attempts[insert]?.engine_started_at ?? this.#cursor.engine_started_at
  }

  /** Whether an insert of the current batch was refused and split in halves. */
  isSplit(insert: string): boolean {
    return this.#cursor.attempts[insert]?.is_split ?? false
  }

  noteSplit(insert: string): Promise<void> {
    return this.#noteAttempt(insert, { is_split: true })
  }

  /** Records which events of the current batch are left out, before its first attempt. */
  noteDuplicates(duplicateIds: DuplicateIds): Promise<void> {
    return this.#write({ duplicate_ids: duplicateIds })
  }

  /** Records which engine the next attempts go to. */
  noteEngine(startedAt: number): Promise<void> {
    return this.#write({ engine_started_at: startedAt })
  }

  #noteAttempt(insert: string, changes: Partial<Attempts>): Promise<void> {
    const { attempts } = this.#cursor
    const noted = { used_tokens: 0, is_split: false, ...attempts[insert], ...changes }
    return this.#write({ attempts: { ...attempts, [insert]: noted } })
  }

  async #write(changes: Partial<Cursor>): Promise<void> {
    const cursor = { ...this.#cursor, ...changes, boot_id: bootId() }
    await writeCursor(this.#files, this.#directory, cursor)
    this.#cursor = cursor
  }
}
