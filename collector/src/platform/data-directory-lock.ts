import { access, constants, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A data directory that this process must not open, and what to do about it. */
export class DataDirectoryError extends Error {
  override name = 'DataDirectoryError'
  readonly code: 'data_directory_in_use' | 'data_directory_of_another_user'
  /** Names the holder or the owner. */
  readonly detail: string
  readonly remedy: string

  constructor(code: DataDirectoryError['code'], detail: string, remedy: string) {
    super(`${detail}. ${remedy}`)
    this.code = code
    this.detail = detail
    this.remedy = remedy
  }
}

/**
 * Locks the data directory: two processes would lose rows. SQLite takes the operating system's lock on an empty file,
 * so it ends with the process, and holds between containers that share a volume.
 *
 * @throws {DataDirectoryError} naming the holder, or the owner if that is another user.
 */
export async function lockDataDirectory(directory: string) {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await expectOwnDirectory(directory)
  const owner = join(directory, 'lock.owner')
  const file = join(directory, 'lock')
  // SQLite opens a file that it may not write for reading, and then excludes nobody.
  await access(file, constants.W_OK).catch(ignoreMissing)
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch {
    database.close()
    const holder = await readFile(owner, 'utf8').catch(() => 'another process')
    throw new DataDirectoryError(
      'data_directory_in_use',
      `${directory} is in use by ${holder.trim()}`,
      'Stop it first, or set another DATA_DIR.',
    )
  }
  await writeFile(owner, `process ${process.pid}, since ${new Date().toISOString()}\n`)
  return { release: () => database.close() }
}

/**
 * Root may write anywhere, but the files it leaves are closed to the directory's owner. Any other user who may write to
 * a volume was given it: the volume's root often belongs to root.
 */
async function expectOwnDirectory(directory: string): Promise<void> {
  const { uid: owner } = await stat(directory)
  // Windows has none.
  const user = process.geteuid?.() ?? owner
  if (user === owner) return
  if (user !== 0) {
    const isWritable = await access(directory, constants.W_OK).then(
      () => true,
      () => false,
    )
    if (isWritable) return
  }
  const asOwner = `Run it as that user (sudo -u '#${owner}' …; in a container: docker exec -u ${owner} …)`
  throw new DataDirectoryError(
    'data_directory_of_another_user',
    `${directory} belongs to user ${owner}, and this process runs as user ${user}`,
    user === 0 ? `${asOwner}.` : `${asOwner}, or give it the directory: sudo chown -R ${user} ${directory}`,
  )
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
