import { hashSecretToken } from '../platform/secret-token.ts'
import { goodKey } from './good-key.ts'
import type { SharingContext } from './sharing.ts'
import { keyNotGood } from './sharing-errors.ts'
import { TOKEN_PREFIX } from './stats-keys.ts'

/**
 * The id of the key that a bearer shows: an API token, or the grant of an opened link. Undefined for what is neither,
 * such as the access token of an administrator.
 *
 * @throws {ApiError} 401 `stats_key_invalid`.
 */
export async function readerOf(context: SharingContext, bearer: string): Promise<string | undefined> {
  if (bearer.startsWith(TOKEN_PREFIX)) {
    const key = await goodKey(context, { secretHash: hashSecretToken(bearer) })
    if (key?.kind !== 'token') throw keyNotGood()
    return key.id
  }
  const granted = await context.grants.verify(bearer)
  if (granted === undefined) return undefined
  const link = await goodKey(context, { id: granted })
  if (!link) throw keyNotGood()
  return link.id
}
