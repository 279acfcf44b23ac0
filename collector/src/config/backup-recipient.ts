import { createRequire } from 'node:module'
import type * as Age from 'age-encryption'

/** Whether backups can be encrypted for it: its checksum included, which a typing mistake does not meet. */
export function isRecipient(text: string): boolean {
  // Sixty modules, which only installations with encrypted backups need.
  const { Encrypter } = createRequire(import.meta.url)('age-encryption') as typeof Age
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}
