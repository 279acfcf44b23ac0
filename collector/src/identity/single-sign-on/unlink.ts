import type { AuthUser } from '@half-measure/shared/auth/session.ts'
import { ApiError } from '../../platform/api-error.ts'
import { queueChangeNotice } from '../account-emails.ts'
import { recordAudit } from '../audit-log.ts'
import type { Principal } from '../authenticate.ts'
import type { Identity } from '../identity.ts'
import { endSessions } from '../sessions.ts'
import { describeUser } from '../users.ts'

/**
 * Removes the link of an account with a person at a provider, ends the sessions that began at the provider, and notifies
 * its owner.
 *
 * An account may have a password that nobody knows, so the session must have begun in another way than at the provider.
 *
 * @returns the account.
 * @throws {ApiError} 404 `single_sign_on_link_not_found`, 409 `signed_in_with_provider`.
 */
export async function unlink(
  { db, now, outbox, dashboard }: Pick<Identity, 'db' | 'now' | 'outbox' | 'dashboard'>,
  { userId, email, sessionId }: Principal,
  issuer: string,
): Promise<AuthUser> {
  return db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('identities')
      .where('user_id', '=', userId)
      .where('issuer', '=', issuer)
      .executeTakeFirst()
    if (removed.numDeletedRows === 0n)
      throw new ApiError(
        404,
        'single_sign_on_link_not_found',
        'This account is not linked with that provider',
      )
    const { method } = await trx
      .selectFrom('sessions')
      .select('method')
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
    // Without the link, an account without a password of its own could not be opened again.
    if (method === 'oidc')
      throw new ApiError(
        409,
        'signed_in_with_provider',
        'You signed in with single sign-on. Sign out, sign in with your password or a passkey, then remove the link. If you have no password, “Forgot your password?” on the sign-in page sets one.',
      )
    const at = now()
    await endSessions(trx, userId, 'single_sign_on_unlinked', at, { method: 'oidc' })
    await recordAudit(trx, at, userId, { event: 'single_sign_on_unlinked', details: { issuer } })
    await queueChangeNotice(trx, { outbox, dashboard }, { change: 'single_sign_on_unlinked', to: email }, at)
    return describeUser(trx, { id: userId, email })
  })
}
