import type { EmailChange } from '@half-measure/shared/auth/account.ts'
import { mailOf } from '../mail/letter.ts'
import { emailChangeLetter } from '../mail/letters/email-change.ts'
import { putMail } from '../mail/outbox.ts'
import { putChangeMail } from './account-mail.ts'
import { issueAccountToken, useAccountToken } from './account-tokens.ts'
import { audit } from './audit.ts'
import type { AuthContext } from './auth-context.ts'
import { linkExpired, sameEmail, tooManyAttempts, userAlreadyExists } from './auth-errors.ts'
import { assertAal2, type Principal } from './authenticate.ts'
import { assertCurrentPassword } from './change-password.ts'
import { findUser } from './users.ts'

/**
 * Mails a link to the address that an account is to have from now on, and a notice to the one that it has. Nothing
 * changes until the link is used. A second request replaces the first.
 *
 * @param client the client's address; used for its limit, not kept.
 * @throws {ApiError} 403 `insufficient_aal`; 400 `validation_failed` or `invalid_credentials`; 422 `same_email` or
 * `user_already_exists`; 429 `over_request_rate_limit`.
 */
export async function requestEmailChange(
  context: AuthContext,
  principal: Principal,
  { email, current_password: password }: EmailChange,
  client: string,
): Promise<void> {
  const { db, limits, now, mailer, dashboard } = context
  if (principal.secondFactor !== 'none') assertAal2(principal)
  await assertCurrentPassword(context, principal, password, client)
  if (email === principal.email) throw sameEmail()
  const refusal = await db.transaction().execute(async (trx) => {
    if (await findUser(trx, email)) throw userAlreadyExists()
    const pace = await limits.settle(trx, [limits.forSubject('email_change', principal.userId)], true)
    if (!pace.allowed) return pace
    const at = now()
    const token = await issueAccountToken(
      trx,
      principal.userId,
      { purpose: 'email_change', newEmail: email },
      at,
    )
    // Behind the #, where no server and no log sees it.
    const letter = emailChangeLetter(`${dashboard}/auth/confirm-email#token=${token}`)
    await putMail(trx, mailOf(letter, { kind: 'email-change', to: email }), at)
    await putChangeMail(trx, context, principal.email, 'email_change_requested', at)
    await audit(trx, at, principal.userId, { event: 'email_change_requested' })
    return undefined
  })
  if (refusal) throw tooManyAttempts(refusal.retryAfter)
  mailer.wake()
}

/**
 * Gives the account the address that the link went to, for whoever reads mail there. The old one is told, and links
 * that were mailed to it end; sessions go on.
 *
 * @throws {ApiError} 403 `otp_expired`; 422 `user_already_exists` where somebody else has the address by now.
 */
export async function confirmEmailChange(context: AuthContext, token: string): Promise<void> {
  const { db, now, mailer, limits } = context
  await db.transaction().execute(async (trx) => {
    const at = now()
    const used = await useAccountToken(trx, token, 'email_change', at)
    if (used?.newEmail == null) throw linkExpired()
    if (await findUser(trx, used.newEmail)) throw userAlreadyExists()
    const { email: old, former_emails: former } = await trx
      .selectFrom('users')
      .select(['email', 'former_emails'])
      .where('id', '=', used.userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('users')
      .set({ email: used.newEmail, former_emails: [...new Set([...former, old])] })
      .where('id', '=', used.userId)
      .execute()
      .catch((error: unknown) => {
        throw isTaken(error) ? userAlreadyExists() : error
      })
    await trx.deleteFrom('account_tokens').where('user_id', '=', used.userId).execute()
    await limits.forget(trx, limits.forSubject('account', old))
    await audit(trx, at, used.userId, { event: 'email_changed' })
    await putChangeMail(trx, context, old, 'email_changed', at)
  })
  mailer.wake()
}

/** SQLSTATE 23505: somebody else got the unique address in the same moment. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
