import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { randomUUID } from 'node:crypto'

/** Writes a secret whole or not at all, readable by its owner only. */
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

/** Undefined where there is no such file. */
export async function readKeyFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

export class KeyFileError extends Error {
  override name = 'KeyFileError'
  readonly code = 'key_file_damaged'

  /** @param loss what a new key would cost, as a sentence without its end. */
  constructor(path: string, loss: string, cause?: unknown) {
    super(
      `The key file ${path} is damaged. Restore it from a backup. Only if there is none, delete it: a new key is made ` +
        `at the next start, and ${loss}.`,
      { cause },
    )
  }
}
