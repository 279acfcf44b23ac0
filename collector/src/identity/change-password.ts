import type { PasswordChange } from '@half-measure/shared/auth/account.ts'
import type { AuthUser } from '@half-measure/shared/auth/session.ts'
import type { Db } from '../database/schema/database.ts'
import { ApiError } from '../platform/api-error.ts'
import { queueChangeNotice } from './account-emails.ts'
import { deleteAccountTokens } from './account-links.ts'
import { assertAllowed } from './attempt-limits.ts'
import { recordAudit } from './audit-log.ts'
import { assertAal2, type Principal } from './authenticate.ts'
import { invalidCredentials, invalidRequest } from './errors.ts'
import type { Identity } from './identity.ts'
import { assertStrongPassword } from './passwords.ts'
import { endSessions, expectStillOpen } from './sessions.ts'
import { describeUser } from './users.ts'

/**
 * Sets the account's password, ends its other sessions and the links that its owner has requested, and notifies them.
 * Requires the old password unless the session began with a mailed link.
 *
 * @returns the account.
 * @throws {ApiError} 403 `insufficient_aal`; 422 `weak_password` or `same_password`; 400 `validation_failed` or
 * `invalid_credentials`; 429 `over_request_rate_limit`; 401 `session_not_found`.
 */
export async function changePassword(
  identity: Identity,
  principal: Principal,
  { password, current_password: current }: PasswordChange,
  clientAddress: string,
): Promise<AuthUser> {
  const { db, limits, now, passwords } = identity
  if (principal.secondFactor === 'enrolled') assertAal2(principal)
  await assertStrongPassword(password, principal.email)
  if (!principal.maySetPassword) {
    if (current === undefined) throw invalidRequest('Please give your current password as well')
    await assertCurrentPassword(identity, principal, current, clientAddress)
  }
  if (await passwords.matches(await passwordHashOf(db, principal), password))
    throw new ApiError(422, 'same_password', 'The new password is the same as the old one')

  const passwordHash = await passwords.hash(password)
  return db.transaction().execute(async (trx) => {
    const at = now()
    const { userId, sessionId, email } = principal
    // An invitation is for the team's owners to withdraw. Anybody can make its recipient set a password, by requesting a
    // link for them.
    await deleteAccountTokens(trx, userId, { except: 'invite' })
    await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
    await expectStillOpen(trx, sessionId)
    // An emailed link counts until a password is set.
    if (principal.maySetPassword)
      await trx.updateTable('sessions').set({ method: 'password' }).where('id', '=', sessionId).execute()
    await endSessions(trx, userId, 'password_change', at, { except: sessionId })
    await limits.reset(trx, limits.forSubject('account', email))
    await recordAudit(trx, at, userId, { event: 'password_changed' })
    await queueChangeNotice(trx, identity, { change: 'password_changed', to: email }, at)
    return describeUser(trx, { id: userId, email })
  })
}

/**
 * Checks the password of somebody who is signed in. Wrong ones are limited as at sign-in.
 *
 * @throws {ApiError} 400 `invalid_credentials`, 429 `over_request_rate_limit`.
 */
export async function assertCurrentPassword(
  { db, limits, passwords }: Pick<Identity, 'db' | 'limits' | 'passwords'>,
  principal: Principal,
  given: string,
  clientAddress: string,
): Promise<void> {
  // Not the account's limit, which strangers can use up.
  const applicable = [
    limits.forSubject('current_password', principal.userId),
    ...limits.forClient('client', clientAddress),
  ]
  await limits.check(db, applicable)
  const matches = await passwords.matches(await passwordHashOf(db, principal), given)
  assertAllowed(await db.transaction().execute((trx) => limits.attempt(trx, applicable, !matches)))
  if (!matches) throw invalidCredentials()
}

async function passwordHashOf(db: Db, { userId }: Principal): Promise<string> {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return password_hash
}
