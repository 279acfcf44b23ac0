import type { PasswordGrant } from '@half-measure/shared/auth/session.ts'
import { audit } from './audit.ts'
import type { AuthContext } from './auth-context.ts'
import { invalidCredentials, tooManyAttempts } from './auth-errors.ts'
import { passwordMatches } from './passwords.ts'
import { describeSession, startSession, type IssuedSession } from './sessions.ts'
import { findUser, normaliseEmail } from './users.ts'

/**
 * A password for a session. An unknown account takes the same steps, the same time and the same answer as a wrong
 * password.
 *
 * @param client the client's address; used for its limit, not kept.
 * @throws {ApiError} 400 `invalid_credentials`, 429 `over_request_rate_limit`.
 */
export async function signIn(
  context: AuthContext,
  { email, password }: PasswordGrant,
  client: string,
): Promise<IssuedSession> {
  const { db, limits, now } = context
  const applicable = [limits.forSubject('account', normaliseEmail(email)), limits.forClient('client', client)]
  const wait = await limits.wait(applicable)
  if (wait !== undefined) throw tooManyAttempts(wait)

  const user = await findUser(db, email)
  const matches = await passwordMatches(user?.password_hash, password)

  const outcome = await db.transaction().execute(async (trx) => {
    const settlement = await limits.settle(trx, applicable, !matches)
    if (!settlement.allowed) return settlement
    const at = now()
    if (!user || !matches) {
      await audit(trx, at, user?.id ?? null, { event: 'sign_in_failed' })
      if (settlement.usedUp.length > 0) {
        await audit(trx, at, user?.id ?? null, {
          event: 'sign_in_limited',
          details: { limits: settlement.usedUp },
        })
      }
      return undefined
    }
    await trx.updateTable('users').set({ last_sign_in_at: at }).where('id', '=', user.id).execute()
    await audit(trx, at, user.id, { event: 'signed_in' })
    return { allowed: true as const, user, ...(await startSession(trx, user.id, 'password', at)) }
  })

  if (outcome === undefined) throw invalidCredentials()
  if (!outcome.allowed) throw tooManyAttempts(outcome.retryAfter)
  const session = await describeSession(context, outcome.user, outcome.sessionId)
  return { session, refreshToken: outcome.refreshToken }
}
