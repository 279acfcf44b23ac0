import { audit } from './audit.ts'
import type { AuthContext } from './auth-context.ts'
import { hashSecretToken } from '../platform/secret-token.ts'
import { endSession } from './sessions.ts'

/** Ends the session at once, its access tokens included. Says nothing where there is none to end. */
export async function signOut({ db, now }: AuthContext, sessionId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const at = now()
    if (!(await endSession(trx, sessionId, 'sign_out', at))) return
    const { user_id } = await trx
      .selectFrom('sessions')
      .select('user_id')
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
    await audit(trx, at, user_id, { event: 'signed_out' })
  })
}

/** The session that a refresh token, spent or not, belongs to. */
export async function sessionOfRefreshToken(
  { db }: Pick<AuthContext, 'db'>,
  token: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('token_hash', '=', hashSecretToken(token))
    .executeTakeFirst()
  return row?.session_id
}
