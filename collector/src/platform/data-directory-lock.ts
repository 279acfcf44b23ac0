import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class DataDirectoryInUseError extends Error {
  override name = 'DataDirectoryInUseError'
  readonly code = 'data_directory_in_use'
}

export interface DataDirectoryLock {
  release(): void
}

/**
 * One process per data directory: two would lose rows. The lock is the operating system's, taken through an empty
 * SQLite file, so that it is gone with the process however it ends, and holds between containers that share a
 * volume.
 *
 * @throws {DataDirectoryInUseError} naming the process that has it.
 */
export async function lockDataDirectory(directory: string): Promise<DataDirectoryLock> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const owner = join(directory, 'lock.owner')
  const database = new DatabaseSync(join(directory, 'lock'))
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch {
    database.close()
    const holder = await readFile(owner, 'utf8').catch(() => 'another process')
    throw new DataDirectoryInUseError(
      `${directory} is in use by ${holder.trim()}. Stop that one first, or give this one another DATA_DIR.`,
    )
  }
  await writeFile(owner, `process ${process.pid}, since ${new Date().toISOString()}\n`)
  return { release: () => database.close() }
}
