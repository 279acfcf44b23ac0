import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
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
 * The 32 bytes of a file in the directory of keys, created at the first start. They are not in the database, so that
 * a copy of it is useless without them.
 *
 * @param loss what a new key would cost, as a clause.
 * @throws {KeyFileError}
 */
export async function loadSecretKey(directory: string, name: string, loss: string): Promise<Buffer> {
  const path = join(directory, name)
  const text = (await readKeyFile(path)) ?? (await createSecretKey(path))
  const secret = Buffer.from(text, 'base64url')
  if (secret.length !== 32) throw new KeyFileError(path, loss)
  return secret
}

async function createSecretKey(path: string): Promise<string> {
  const text = randomBytes(32).toString('base64url')
  await writeKeyFile(path, text)
  return text
}

/** Writes a file atomically, readable by its owner only. */
export async function writeKeyFile(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${randomUUID()}.unfinished`
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
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
