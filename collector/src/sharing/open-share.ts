import type { OpenedShare, ShareOpening } from '@half-measure/shared/sharing/stats-key.ts'
import { tooManyAttempts } from '../auth/auth-errors.ts'
import { passwordMatches } from '../auth/passwords.ts'
import { hashSecretToken } from '../platform/secret-token.ts'
import { goodKey } from './good-key.ts'
import type { SharingContext } from './sharing.ts'
import { shareNotGood, sharePasswordNeeded, sharePasswordWrong } from './sharing-errors.ts'

/**
 * A link, and its password where it has one, for a grant to read with.
 *
 * @throws {ApiError} 404 `share_not_found`, 401 `share_password_required` or `share_password_wrong`, 429
 *   `over_request_rate_limit`.
 */
export async function openShare(
  context: SharingContext,
  { secret, password }: ShareOpening,
  client: string,
): Promise<OpenedShare> {
  const key = await goodKey(context, { secretHash: hashSecretToken(secret) })
  if (key?.kind !== 'link') throw shareNotGood()
  if (key.password_hash !== null)
    await expectPassword(context, { ...key, hash: key.password_hash }, password, client)
  const { token, expiresAt } = await context.grants.issue(key.id)
  return { name: key.name, access_token: token, expires_at: expiresAt }
}

async function expectPassword(
  { db, limits }: SharingContext,
  { id, hash }: { id: string; hash: string },
  password: string | undefined,
  client: string,
): Promise<void> {
  if (password === undefined) throw sharePasswordNeeded()
  const applicable = [limits.forSubject('share_password', id), limits.forClient('client', client)]
  const wait = await limits.wait(applicable)
  if (wait !== undefined) throw tooManyAttempts(wait)
  const matches = await passwordMatches(hash, password)
  const settlement = await db.transaction().execute((trx) => limits.settle(trx, applicable, !matches))
  if (!settlement.allowed) throw tooManyAttempts(settlement.retryAfter)
  if (!matches) throw sharePasswordWrong()
}
