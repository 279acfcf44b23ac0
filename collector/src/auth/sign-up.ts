import type { PasswordGrant } from '@half-measure/shared/auth/session.ts'
import { audit } from './audit.ts'
import type { AuthContext } from './auth-context.ts'
import { userAlreadyExists } from './auth-errors.ts'
import { assertStrongPassword, hashPassword } from './passwords.ts'
import { describeSession, startSession, type IssuedSession } from './sessions.ts'
import { insertUser } from './users.ts'

/**
 * An account without any right, and its first session. It sees what a reader sees.
 *
 * @throws {ApiError} 422 `weak_password` or `user_already_exists`.
 */
export async function signUp(
  context: AuthContext,
  { email, password }: PasswordGrant,
): Promise<IssuedSession> {
  assertStrongPassword(password)
  const passwordHash = await hashPassword(password)
  const started = await context.db.transaction().execute(async (trx) => {
    const at = context.now()
    const user = await insertUser(trx, { email, passwordHash, at })
    if (!user) return undefined
    await audit(trx, at, user.id, { event: 'signed_up' })
    return { user, ...(await startSession(trx, user.id, 'password', at)) }
  })
  if (!started) throw userAlreadyExists()
  const session = await describeSession(context, started.user, started.sessionId)
  return { session, refreshToken: started.refreshToken }
}
