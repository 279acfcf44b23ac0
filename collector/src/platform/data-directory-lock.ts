import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class DataDirectoryInUseError extends Error {
  override name = 'DataDirectoryInUseError'
  readonly code = 'data_directory_in_use'

  /** Names the holder. */
  readonly detail: string

  constructor(detail: string) {
    super(`${detail}. Stop it first, or set another DATA_DIR.`)
    this.detail = detail
  }
}

/**
 * Locks the data directory: two processes would lose rows. SQLite takes the operating system's lock on an empty file,
 * so it ends with the process, and holds between containers that share a volume.
 *
 * @throws {DataDirectoryInUseError} naming the holder.
 */
export async function lockDataDirectory(directory: string) {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const owner = join(directory, 'lock.owner')
  const database = new DatabaseSync(join(directory, 'lock'))
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch {
    database.close()
    const holder = await readFile(owner, 'utf8').catch(() => 'another process')
    throw new DataDirectoryInUseError(`${directory} is in use by ${holder.trim()}`)
  }
  await writeFile(owner, `process ${process.pid}, since ${new Date().toISOString()}\n`)
  return { release: () => database.close() }
}
