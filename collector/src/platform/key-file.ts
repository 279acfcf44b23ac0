import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export class KeyFileError extends Error {
  override name = 'KeyFileError'
  readonly code = 'key_file_damaged'

  /** @param loss what a new key would cost, as a clause. */
  constructor(path: string, loss: string, cause?: unknown) {
    super(
      `The key file ${path} is damaged. Restore it from a backup. Only if there is none, delete it: the next start ` +
        `creates a new key, and ${loss}.`,
      { cause },
    )
  }
}

/**
 * The 32 bytes of a key file, created at the first start. Keys are not in the database, so that a copy of it is useless
 * without them.
 *
 * @param loss what a new key would cost, as a clause.
 * @throws {KeyFileError}
 */
export async function loadSecretKey(directory: string, name: string, loss: string): Promise<Buffer> {
  const path = join(directory, name)
  const text = (await readKeyFile(path)) ?? (await createKeyFile(path, randomBytes(32).toString('base64url')))
  const secret = Buffer.from(text, 'base64url')
  if (secret.length !== 32) throw new KeyFileError(path, loss)
  return secret
}

/**
 * Writes a file that does not exist yet. Collectors that share a folder may start together: the first one's is used by all.
 *
 * @returns what the file has now.
 */
export async function createKeyFile(path: string, content: string): Promise<string> {
  const unfinished = await writeUnfinished(path, content)
  try {
    await link(unfinished, path)
    return content
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return readFile(path, 'utf8')
    throw error
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Writes a file atomically, readable by its owner only. */
export async function writeKeyFile(path: string, content: string): Promise<void> {
  await rename(await writeUnfinished(path, content), path)
}

async function writeUnfinished(path: string, content: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${randomUUID()}.unfinished`
  await writeFile(unfinished, content, { flag: 'wx', mode: 0o600, flush: true })
  return unfinished
}

/** Undefined where the file does not exist. */
export async function readKeyFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
