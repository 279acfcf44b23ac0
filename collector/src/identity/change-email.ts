import type { EmailChange } from '@half-measure/shared/auth/account.ts'
import type { AuthUser } from '@half-measure/shared/auth/session.ts'
import { ApiError } from '../platform/api-error.ts'
import { queueChangeNotice, queueLinkEmail, queueTakenNotice } from './account-emails.ts'
import { deleteAccountTokens, issueAccountToken, useAccountToken } from './account-links.ts'
import { assertAllowed } from './attempt-limits.ts'
import { recordAudit } from './audit-log.ts'
import { assertAal2, type Principal } from './authenticate.ts'
import { assertCurrentPassword } from './change-password.ts'
import { linkExpired, userAlreadyExists } from './errors.ts'
import type { Identity } from './identity.ts'
import { expectStillOpen } from './sessions.ts'
import { describeUser, findUser } from './users.ts'

/**
 * Emails a link to the account's new address and a notice to the current one. Nothing changes until the link is used.
 * A second request replaces the first. The owner of an address that is taken gets an email without a link, so that the
 * response does not reveal whose addresses have accounts.
 *
 * @returns the account.
 * @throws {ApiError} 403 `insufficient_aal`; 400 `validation_failed` or `invalid_credentials`; 422 `same_email`;
 * 429 `over_request_rate_limit`; 401 `session_not_found`.
 */
export async function requestEmailChange(
  identity: Identity,
  principal: Principal,
  { email, current_password: password }: EmailChange,
  clientAddress: string,
): Promise<AuthUser> {
  const { db, limits, now } = identity
  const { userId, sessionId } = principal
  if (principal.secondFactor !== 'none') assertAal2(principal)
  await assertCurrentPassword(identity, principal, password, clientAddress)
  if (email === principal.email) throw new ApiError(422, 'same_email', 'The account has this address already')
  return db.transaction().execute(async (trx) => {
    assertAllowed(await limits.attempt(trx, [limits.forSubject('email_change', userId)]))
    await expectStillOpen(trx, sessionId)
    const at = now()
    const token = await issueAccountToken(trx, userId, { purpose: 'email_change', newEmail: email }, at)
    // If the address is taken, nobody ever sees the token.
    if (await findUser(trx, email)) await queueTakenNotice(trx, identity, email, at)
    else await queueLinkEmail(trx, identity, { purpose: 'email_change', to: email, token }, at)
    await queueChangeNotice(trx, identity, { change: 'email_change_requested', to: principal.email }, at)
    await recordAudit(trx, at, userId, { event: 'email_change_requested' })
    return describeUser(trx, { id: userId, email: principal.email })
  })
}

/**
 * Gives the account the address that the link went to, notifies the old one, and ends links mailed there. Sessions
 * continue.
 *
 * @throws {ApiError} 403 `otp_expired`; 422 `user_already_exists` where another account has the address by now.
 */
export async function confirmEmailChange(
  { db, now, limits, outbox, dashboard }: Pick<Identity, 'db' | 'now' | 'limits' | 'outbox' | 'dashboard'>,
  token: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const at = now()
    const used = await useAccountToken(trx, token, 'email_change', at)
    if (used?.new_email == null) throw linkExpired()
    if (await findUser(trx, used.new_email)) throw userAlreadyExists()
    await deleteAccountTokens(trx, used.user_id)
    const { email: old, former_emails: former } = await trx
      .selectFrom('users')
      .select(['email', 'former_emails'])
      .where('id', '=', used.user_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('users')
      .set({ email: used.new_email, former_emails: [...new Set([...former, old])] })
      .where('id', '=', used.user_id)
      .execute()
      .catch((error: unknown) => {
        throw isTaken(error) ? userAlreadyExists() : error
      })
    await limits.reset(trx, limits.forSubject('account', old))
    await recordAudit(trx, at, used.user_id, { event: 'email_changed' })
    await queueChangeNotice(trx, { outbox, dashboard }, { change: 'email_changed', to: old }, at)
  })
}

/** SQLSTATE 23505, unique violation: another account got the address at the same moment. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
