import { hash } from 'node:crypto'

/** What may be kept of an erased session for ever: SHA-256 of its id, in hexadecimal. */
export function sessionDigest(sessionId: string): string {
  return hash('sha256', sessionId)
}
