import { createHmac } from 'node:crypto'
import { loadSecretKey } from '../platform/key-file.ts'

/** Derives a refresh token's successor, always the same. */
export type NextRefreshToken = (token: string) => string

/**
 * Successors are derived with a key, so that two exchanges of one token within the grace get the same one: the
 * session stays one chain, and a quick thief is found out at the next exchange.
 *
 * @throws {KeyFileError}
 */
export async function loadNextRefreshToken(keysDir: string): Promise<NextRefreshToken> {
  const key = await loadSecretKey(keysDir, 'refresh.key', 'sessions go on with the tokens they have')
  return (token) => createHmac('sha256', key).update(token).digest('base64url')
}
