import { appendFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFileSystem } from '../../spool/file-system.ts'

const FILE = 'erased-sessions'

/** A line: a SHA-256 in hexadecimal. */
const LINE = /^[0-9a-f]{64}$/

/**
 * Sessions that may never be stored again, by the SHA-256 of their ids: neither a late beacon nor a restored
 * backup brings them back. A file that only grows, a line for each.
 */
export class ErasedSessions {
  readonly #path: string
  /** Half of each digest, one character per byte: a third of the memory of its text. */
  readonly #known = new Set<string>()

  static async open(directory: string): Promise<ErasedSessions> {
    await nodeFileSystem.makeDirectory(directory)
    const erased = new ErasedSessions(join(directory, FILE))
    // A crash may have cut the last line short: its erasure was not complete, and is added again.
    for (const digest of await erased.list()) erased.#known.add(keyOf(digest))
    return erased
  }

  private constructor(path: string) {
    this.#path = path
  }

  get size(): number {
    return this.#known.size
  }

  /** @param digest SHA-256 in hexadecimal. */
  has(digest: string): boolean {
    return this.#known.has(keyOf(digest))
  }

  /** Resolves when the digests are on disk and synced. */
  async add(digests: readonly string[]): Promise<void> {
    const added = [...new Set(digests)].filter((digest) => !this.has(digest))
    if (added.length === 0) return
    // A line that a crash cut short ends here.
    await appendFile(this.#path, `\n${added.join('\n')}\n`, { mode: 0o600, flush: true })
    for (const digest of added) this.#known.add(keyOf(digest))
  }

  /** All digests, oldest first. */
  async list(): Promise<string[]> {
    if (!existsSync(this.#path)) return []
    const lines = (await nodeFileSystem.read(this.#path)).toString('latin1').split('\n')
    return [...new Set(lines.filter((line) => LINE.test(line)))]
  }
}

function keyOf(digest: string): string {
  return Buffer.from(digest.slice(0, 32), 'hex').toString('latin1')
}
