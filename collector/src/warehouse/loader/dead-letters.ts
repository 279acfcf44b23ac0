import { mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { EVENT_TABLES, type EventTable } from '../../events/event-tables.ts'
import { failpoint } from '../../platform/failpoint.ts'
import { nodeFileSystem, syncDirectory } from '../../spool/file-system.ts'
import { rowTextsOf } from '../../spool/row-block.ts'
import { type BatchPart, idsOfParts } from './batch-part.ts'

/** Rows that the database refuses, and why. Its file is this as one line of JSON, then the rows as they were sent. */
export const DeadLetter = z.object({
  table: z.enum(EVENT_TABLES),
  /** Batch id of the refused insert; it is in every row. */
  batch_id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** The engine's error code, a number. */
  code: z.string(),
  /** The engine's error message, shortened. */
  error: z.string(),
  rows: z.int().min(1),
})
export type DeadLetter = z.infer<typeof DeadLetter>

/** The parts of a file's name. */
interface Entry {
  readonly name: string
  readonly rows: number
  /** It was set aside as a whole, and loading stopped. */
  readonly stopsLoading: boolean
}

const NAME = /^(?<key>[0-9a-f-]{36}-\w+)-(?<rows>\d+)(?<stops>-stopped)?\.ndjson$/

const UUID_LENGTH = 36

const keyOf = (table: EventTable, batchId: string) => `${batchId}-${table}`

/**
 * Rows set aside, one file for each refused insert, so that setting the same one aside again after a crash changes
 * nothing.
 */
export class DeadLetters {
  readonly #directory: string
  readonly #entries = new Map<string, Entry>()

  static async open(directory: string): Promise<DeadLetters> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const letters = new DeadLetters(directory)
    for (const name of await readdir(directory)) {
      const { key, rows, stops } = NAME.exec(name)?.groups ?? {}
      if (key === undefined) continue
      const found = { name, rows: Number(rows), stopsLoading: stops !== undefined }
      await letters.#keepShorter(key, found)
    }
    await letters.removeParts()
    return letters
  }

  private constructor(directory: string) {
    this.#directory = directory
  }

  /** Rows in all files. */
  get count(): number {
    return [...this.#entries.values()].reduce((sum, { rows }) => sum + rows, 0)
  }

  /** A batch was set aside as a whole: nothing is loaded until an operator resumes loading. */
  get stopLoading(): boolean {
    return [...this.#entries.values()].some(({ stopsLoading }) => stopsLoading)
  }

  /** Resolves when it is on disk and synced. */
  async add(
    table: EventTable,
    { id, rows, count }: BatchPart,
    { code, error }: Pick<DeadLetter, 'code' | 'error'>,
    stopsLoading = false,
  ): Promise<void> {
    const letter = { code, error: error.slice(0, 500), at: new Date().toISOString() }
    const header: DeadLetter = { table, batch_id: id, ...letter, rows: count }
    await this.#write(keyOf(table, id), header, rows, stopsLoading)
  }

  /** All dead letters, without their rows. */
  async list(): Promise<DeadLetter[]> {
    const names = [...this.#entries.values()].map(({ name }) => name).toSorted()
    return Promise.all(names.map((name) => this.#header(name)))
  }

  /** The rows of a dead letter, as they were sent. */
  async read({ table, batch_id }: Pick<DeadLetter, 'table' | 'batch_id'>): Promise<BatchPart> {
    const found = this.#entries.get(keyOf(table, batch_id))
    if (!found) throw new Error(`no dead letter ${keyOf(table, batch_id)}`)
    const bytes = await readFile(join(this.#directory, found.name))
    return { id: batch_id, rows: bytes.subarray(bytes.indexOf(0x0a) + 1), count: found.rows }
  }

  /** Removes a dead letter, if there is one, for good: its rows were loaded after all, or erased. */
  remove(table: EventTable, batchId: string): Promise<void> {
    return this.#remove(keyOf(table, batchId))
  }

  /** Replaces a dead letter by its halves. If the disk refuses one, nothing changes. */
  async replace(
    table: EventTable,
    batchId: string,
    halves: readonly BatchPart[],
    refusal: Pick<DeadLetter, 'code' | 'error'>,
  ): Promise<void> {
    try {
      for (const half of halves) {
        await this.add(table, half, refusal, this.stopLoading)
        failpoint('dead-letters.after-half')
      }
      await this.remove(table, batchId)
    } catch (error) {
      // What it cannot remove now, the next start does.
      await this.removeParts().catch(() => {})
      throw error
    }
  }

  /** Removes parts of other dead letters: an interrupted replacement leaves them, and their rows would count twice. */
  async removeParts(): Promise<void> {
    for (const [key, { rows }] of this.#entries)
      for (const id of idsOfParts(key.slice(0, UUID_LENGTH), rows))
        await this.#remove(id + key.slice(UUID_LENGTH))
  }

  /** Removes rows for good, and the dead letter with its last row. @returns how many rows. */
  async removeRows(letter: DeadLetter, isRemoved: (row: string) => boolean): Promise<number> {
    const { table, batch_id } = letter
    const { rows, count } = await this.read(letter)
    const kept = [...rowTextsOf(rows)].filter((row) => !isRemoved(row))
    if (kept.length === count) return 0
    if (kept.length === 0) await this.remove(table, batch_id)
    else {
      const key = keyOf(table, batch_id)
      const before = this.#entries.get(key)
      const text = Buffer.from(kept.map((row) => `${row}\n`).join(''))
      await this.#write(key, { ...letter, rows: kept.length }, text, before?.stopsLoading ?? false)
    }
    return count - kept.length
  }

  /** Resumes loading; the batch that stopped it stays among the dead letters. */
  async resumeLoading(): Promise<void> {
    for (const [key, { name, rows, stopsLoading }] of this.#entries) {
      if (!stopsLoading) continue
      const next = name.replace('-stopped', '')
      await rename(join(this.#directory, name), join(this.#directory, next))
      this.#entries.set(key, { name: next, rows, stopsLoading: false })
    }
  }

  async #remove(key: string): Promise<void> {
    const found = this.#entries.get(key)
    if (!found) return
    await unlink(join(this.#directory, found.name))
    this.#entries.delete(key)
    // After a power failure it would be back, beside its halves.
    await syncDirectory(this.#directory)
  }

  async #write(key: string, header: DeadLetter, rows: Buffer, stopsLoading: boolean): Promise<void> {
    const name = `${key}-${header.rows}${stopsLoading ? '-stopped' : ''}.ndjson`
    const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), rows])
    await nodeFileSystem.replace(join(this.#directory, name), bytes)
    await this.#keepShorter(key, { name, rows: header.rows, stopsLoading })
  }

  /** A crash may leave two files of one insert: the one from which rows were removed is the newer. */
  async #keepShorter(key: string, found: Entry): Promise<void> {
    const known = this.#entries.get(key)
    const [kept, removed] = known && known.rows < found.rows ? [known, found] : [found, known]
    this.#entries.set(key, kept)
    if (removed && removed.name !== kept.name) await unlink(join(this.#directory, removed.name))
  }

  async #header(name: string): Promise<DeadLetter> {
    const file = await open(join(this.#directory, name))
    try {
      for await (const line of file.readLines()) return DeadLetter.parse(JSON.parse(line))
      throw new Error(`${name} is empty`)
    } finally {
      await file.close()
    }
  }
}
