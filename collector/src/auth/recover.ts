import { mailOf } from '../mail/letter.ts'
import { recoveryLetter } from '../mail/letters/password-recovery.ts'
import { putMail } from '../mail/outbox.ts'
import { severityOf } from '../platform/unavailable.ts'
import { issueAccountToken } from './account-tokens.ts'
import { audit } from './audit.ts'
import type { AuthContext } from './auth-context.ts'
import { tooManyAttempts } from './auth-errors.ts'
import { findUser, normaliseEmail } from './users.ts'

/**
 * Mails the owner of an account a link that lets them set a new password. Resolves before it is known whether there
 * is such an account, so that neither answer nor time tells.
 *
 * @param client the client's address; used for its limit, not kept.
 * @throws {ApiError} 429 `over_request_rate_limit` for a client that asks often.
 */
export async function recover(context: AuthContext, email: string, client: string): Promise<void> {
  const { db, limits, log } = context
  const outcome = await db.transaction().execute(async (trx) => {
    const byClient = await limits.settle(trx, [limits.forClient('recover_client', client)], true)
    if (!byClient.allowed) return byClient
    // An account whose owner was asked often enough gets nothing more, and the caller the same answer.
    return limits
      .settle(trx, [limits.forSubject('recover_account', normaliseEmail(email))], true)
      .then(({ allowed }) => ({ allowed: true as const, isDue: allowed }))
  })
  if (!outcome.allowed) throw tooManyAttempts(outcome.retryAfter)
  if (!outcome.isDue) return
  sendLink(context, email).catch((error: unknown) => {
    log[severityOf(error)]({ err: error }, 'a link to recover an account could not be sent')
  })
}

async function sendLink({ db, now, mailer, dashboard }: AuthContext, email: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await findUser(trx, email)
    if (!user) return
    const at = now()
    const token = await issueAccountToken(trx, user.id, { purpose: 'recovery' }, at)
    // Behind the #, where no server and no log sees it.
    const letter = recoveryLetter(`${dashboard}/auth/recover#token=${token}`)
    await putMail(trx, mailOf(letter, { kind: 'password-recovery', to: user.email }), at)
    await audit(trx, at, user.id, { event: 'recovery_requested' })
  })
  mailer.wake()
}
