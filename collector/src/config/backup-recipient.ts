import { createRequire } from 'node:module'
import type * as Age from 'age-encryption'
import { z } from 'zod'

/** Whether a text has a private key, which no message may show. */
export function hasPrivateKey(text: string): boolean {
  return /AGE-SECRET-KEY-/i.test(text)
}

/** A public key that backups can be encrypted for. */
export const backupRecipient = z.string().refine(isRecipient, {
  error: ({ input }) =>
    hasPrivateKey(String(input))
      ? 'this is the private key; give the public one, which begins with age1, and keep this one off the server'
      : 'an age public key, complete and without a mistake, which begins with age1',
})

/** Its checksum included, which a typing mistake does not meet. */
function isRecipient(text: string): boolean {
  // Sixty modules, which only installations with encrypted backups need.
  const { Encrypter } = createRequire(import.meta.url)('age-encryption') as typeof Age
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}
