import type { LinkToken } from '@half-measure/shared/auth/account.ts'
import { useAccountToken } from './account-tokens.ts'
import { grant } from './admins.ts'
import { audit } from './audit.ts'
import type { AuthContext } from './auth-context.ts'
import { linkExpired } from './auth-errors.ts'
import { describeSession, startSession, type IssuedSession } from './sessions.ts'

/**
 * A mailed link for a session, in which a password can be set without knowing the old one. An invitation makes an
 * administrator as well. An account that has a second factor is asked for it as after any sign-in.
 *
 * @throws {ApiError} 403 `otp_expired`.
 */
export async function redeemLink(context: AuthContext, { type, token }: LinkToken): Promise<IssuedSession> {
  const started = await context.db.transaction().execute(async (trx) => {
    const at = context.now()
    const used = await useAccountToken(trx, token, type, at)
    if (used === undefined) return undefined
    const { userId } = used
    const user = await trx
      .updateTable('users')
      .set({ last_sign_in_at: at })
      .where('id', '=', userId)
      .returning(['id', 'email'])
      .executeTakeFirstOrThrow()
    if (type === 'invite') await grant(trx, userId, at)
    await audit(trx, at, userId, { event: type === 'invite' ? 'invitation_accepted' : 'recovery_used' })
    return { user, ...(await startSession(trx, userId, type, at)) }
  })
  if (!started) throw linkExpired()
  const session = await describeSession(context, started.user, started.sessionId)
  return { session, refreshToken: started.refreshToken }
}
