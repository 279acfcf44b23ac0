import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, as text for a cookie. */
export function createRefreshToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored. A plain hash is enough: there is nothing to guess in 256 random bits. */
export function refreshTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
