import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits as 43 characters, safe in cookies and URLs. */
export function createSecretToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash to store. A plain one is enough, because 256 random bits cannot be guessed. */
export function hashSecretToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
