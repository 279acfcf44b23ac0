import { hash } from 'node:crypto'

/** The only trace of an erased session that may be kept for ever: SHA-256 of its id, in hexadecimal. */
export function sessionDigest(sessionId: string): string {
  return hash('sha256', sessionId)
}
