import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { BackupError } from './manifest.ts'

/** First bytes of every encrypted backup: the format of https://age-encryption.org/v1, which the program `age` reads. */
const AGE_HEADER = 'age-encryption.org/v1\n'

/** @param recipient a public key: only its identity decrypts what it encrypts. */
export async function encrypt(bytes: Readable, recipient: string): Promise<Readable> {
  // Sixty modules, which only backups need.
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return fromWeb(await encrypter.encrypt(toWeb(bytes)))
}

/**
 * @param identities the text of a key file, with `#` comments; null without one.
 * @throws {BackupError} without the key that the backup was encrypted for.
 */
export async function decrypt(bytes: Readable, identities: string | null): Promise<Readable> {
  if (identities === null)
    throw new BackupError('The backup is encrypted: name the file with its key, --identity <file>.')
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  const keys = identities.split('\n').filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (keys.length === 0)
    throw new BackupError('The identity file has no line that begins with AGE-SECRET-KEY-.')
  try {
    for (const key of keys) decrypter.addIdentity(key.trim())
    return fromWeb(await decrypter.decrypt(toWeb(bytes)))
  } catch (cause) {
    throw new BackupError('The identity file does not have the key of this backup.', { cause })
  }
}

export function isEncrypted(beginning: Uint8Array): boolean {
  return Buffer.from(beginning).toString('latin1').startsWith(AGE_HEADER)
}

/** A new pair of keys: the public one, and a file with both as `age-keygen` writes it. */
export async function createKey(): Promise<{ recipient: string; file: string }> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  return { recipient, file: `# public key: ${recipient}\n${identity}\n` }
}

// TypeScript distinguishes Node's web streams from the browser's.
function toWeb(bytes: Readable): ReadableStream<Uint8Array> {
  const stream: unknown = Readable.toWeb(bytes)
  return stream as ReadableStream<Uint8Array>
}

function fromWeb(stream: unknown): Readable {
  return Readable.fromWeb(stream as NodeStream)
}
