import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { KeyFileError, readKeyFile, writeKeyFile } from './key-file.ts'

/** Turns what a limit is about into 32 bytes that tell nothing about it without the key. */
export type LimitKey = (subject: string) => Buffer

/**
 * The key lies in the keys' directory and not in the database: whoever has a copy of the one cannot try all
 * addresses against the other.
 */
export async function loadLimitKey(directory: string): Promise<LimitKey> {
  const path = join(directory, 'limits.key')
  const text = (await readKeyFile(path)) ?? (await createKey(path))
  const secret = Buffer.from(text, 'base64url')
  if (secret.length !== 32) throw new KeyFileError(path)
  return (subject) => createHmac('sha256', secret).update(subject).digest()
}

async function createKey(path: string): Promise<string> {
  const text = randomBytes(32).toString('base64url')
  await writeKeyFile(path, text)
  return text
}
