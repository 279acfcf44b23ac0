import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { KeyFileError, readKeyFile, writeKeyFile } from '../platform/key-file.ts'

/**
 * The 32 bytes of a file in the keys' directory, made at the first start. They lie there and not in the database,
 * so that a copy of the one is of no use without the other.
 *
 * @param loss what a new key in its place would cost, as a sentence without its end.
 * @throws {KeyFileError}
 */
export async function loadSecretKey(directory: string, name: string, loss: string): Promise<Buffer> {
  const path = join(directory, name)
  const text = (await readKeyFile(path)) ?? (await createKey(path))
  const secret = Buffer.from(text, 'base64url')
  if (secret.length !== 32) throw new KeyFileError(path, loss)
  return secret
}

async function createKey(path: string): Promise<string> {
  const text = randomBytes(32).toString('base64url')
  await writeKeyFile(path, text)
  return text
}
