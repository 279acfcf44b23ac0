import { createHash } from 'node:crypto'

/** What may be kept of an erased session for ever: SHA-256 of its id, in hexadecimal. */
export function sessionHash(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('hex')
}

/** The same, a third shorter, as the ledger keeps very many of them: base64url. */
export function shortHash(hash: string): string {
  return Buffer.from(hash, 'hex').toString('base64url')
}

/** In hexadecimal again. */
export function fullHash(short: string): string {
  return Buffer.from(short, 'base64url').toString('hex')
}
