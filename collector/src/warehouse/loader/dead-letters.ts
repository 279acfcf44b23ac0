import { mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { EVENT_TABLES, type EventTable } from '../../event-tables.ts'

/** One row that the database refuses, with its reason. */
export const DeadLetter = z.object({
  table: z.enum(EVENT_TABLES),
  batch_id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** In the engine's words, shortened. */
  error: z.string(),
  /** The row as it was sent. */
  row: z.string(),
})
export type DeadLetter = z.infer<typeof DeadLetter>

/**
 * Rows set aside, one file for each refused row's batch, so that writing the same one again after a crash changes
 * nothing.
 */
export class DeadLetters {
  readonly #directory: string
  readonly #files: Set<string>

  static async open(directory: string): Promise<DeadLetters> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    return new DeadLetters(
      directory,
      (await readdir(directory)).filter((name) => name.endsWith('.json')),
    )
  }

  private constructor(directory: string, files: readonly string[]) {
    this.#directory = directory
    this.#files = new Set(files)
  }

  get count(): number {
    return this.#files.size
  }

  /** Resolves when it is on disk and synced. */
  async add(table: EventTable, batchId: string, row: string, error: string): Promise<void> {
    const letter: DeadLetter = {
      table,
      batch_id: batchId,
      at: new Date().toISOString(),
      error: error.slice(0, 500),
      row,
    }
    const name = `${batchId}-${table}.json`
    const path = join(this.#directory, name)
    const handle = await open(`${path}.new`, 'w', 0o600)
    try {
      await handle.writeFile(JSON.stringify(letter))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(`${path}.new`, path)
    const directory = await open(this.#directory, 'r')
    try {
      await directory.sync()
    } finally {
      await directory.close()
    }
    this.#files.add(name)
  }

  async list(): Promise<{ name: string; letter: DeadLetter }[]> {
    return Promise.all(
      [...this.#files].sort().map(async (name) => ({
        name,
        letter: DeadLetter.parse(JSON.parse(await readFile(join(this.#directory, name), 'utf8'))),
      })),
    )
  }

  /** For good: its row was inserted after all, or erased. */
  async remove(name: string): Promise<void> {
    await unlink(join(this.#directory, name))
    this.#files.delete(name)
  }
}
