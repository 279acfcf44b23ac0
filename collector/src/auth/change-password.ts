import type { PasswordChange } from '@half-measure/shared/auth/account.ts'
import { putChangeMail } from './account-mail.ts'
import { audit } from './audit.ts'
import type { AuthContext } from './auth-context.ts'
import { assertAal2, type Principal } from './authenticate.ts'
import { currentPasswordMissing, invalidCredentials, samePassword, tooManyAttempts } from './auth-errors.ts'
import { assertStrongPassword, hashPassword, passwordMatches } from './passwords.ts'
import { endSessions } from './sessions.ts'

/**
 * Sets the password of whoever asks, ends their other sessions and their unused links, and lets them know by mail.
 * The old password is asked for unless the session began with a mailed link.
 *
 * @param client the client's address; used for its limit, not kept.
 * @throws {ApiError} 403 `insufficient_aal`; 422 `weak_password` or `same_password`; 400 `validation_failed` or
 * `invalid_credentials`; 429 `over_request_rate_limit`.
 */
export async function changePassword(
  context: AuthContext,
  principal: Principal,
  { password, current_password: current }: PasswordChange,
  client: string,
): Promise<void> {
  const { db, limits, now, mailer } = context
  if (principal.secondFactor === 'enrolled') assertAal2(principal)
  assertStrongPassword(password)
  if (!principal.maySetPassword) {
    if (current === undefined) throw currentPasswordMissing()
    await assertCurrentPassword(context, principal, current, client)
  }
  if (await passwordMatches(await passwordHashOf(db, principal), password)) throw samePassword()

  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    const at = now()
    await trx
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', principal.userId)
      .execute()
    await trx
      .updateTable('sessions')
      .set({ method: 'password' })
      .where('id', '=', principal.sessionId)
      .execute()
    await endSessions(trx, principal.userId, 'password_change', at, principal.sessionId)
    await trx.deleteFrom('account_tokens').where('user_id', '=', principal.userId).execute()
    await limits.forget(trx, limits.forSubject('account', principal.email))
    await audit(trx, at, principal.userId, { event: 'password_changed' })
    await putChangeMail(trx, context, principal.email, 'password_changed', at)
  })
  mailer.wake()
}

/**
 * Guessing here counts like guessing at the sign-in.
 *
 * @throws {ApiError} 400 `invalid_credentials`, 429 `over_request_rate_limit`.
 */
export async function assertCurrentPassword(
  { db, limits }: AuthContext,
  principal: Principal,
  given: string,
  client: string,
): Promise<void> {
  const { email } = principal
  const applicable = [limits.forSubject('account', email), limits.forClient('client', client)]
  const wait = await limits.wait(applicable)
  if (wait !== undefined) throw tooManyAttempts(wait)
  const matches = await passwordMatches(await passwordHashOf(db, principal), given)
  const settlement = await db.transaction().execute((trx) => limits.settle(trx, applicable, !matches))
  if (!settlement.allowed) throw tooManyAttempts(settlement.retryAfter)
  if (!matches) throw invalidCredentials()
}

async function passwordHashOf(db: AuthContext['db'], { userId }: Principal): Promise<string> {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return password_hash
}
