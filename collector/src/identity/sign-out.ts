import { hashSecretToken } from '../platform/secret-token.ts'
import { recordAudit } from './audit-log.ts'
import type { Principal } from './authenticate.ts'
import { noSuchSession } from './errors.ts'
import type { Identity } from './identity.ts'
import { endSession, endSessions } from './sessions.ts'
import type { ClockedDb } from '../database/schema/database.ts'

/** Ends a session and its access tokens. Does nothing if it has ended. */
export async function signOut({ db, now }: ClockedDb, sessionId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const at = now()
    if (!(await endSession(trx, sessionId, 'sign_out', at))) return
    const { user_id } = await trx
      .selectFrom('sessions')
      .select('user_id')
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
    await recordAudit(trx, at, user_id, { event: 'signed_out' })
  })
}

/** Ends one of the account's own sessions, perhaps the current one. @throws {ApiError} 404 `session_not_found`. */
export async function endOwnSession(
  { db, now }: ClockedDb,
  { userId }: Principal,
  sessionId: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const at = now()
    if (!(await endSession(trx, sessionId, 'sign_out', at, userId))) throw noSuchSession()
    await recordAudit(trx, at, userId, { event: 'session_ended', details: { session_id: sessionId } })
  })
}

/** Ends every session of the account but the current one. */
export async function signOutOthers({ db, now }: ClockedDb, { userId, sessionId }: Principal): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const at = now()
    await endSessions(trx, userId, 'sign_out', at, { except: sessionId })
    await recordAudit(trx, at, userId, { event: 'other_sessions_ended' })
  })
}

/** The session of a refresh token, used or not. */
export async function sessionOfRefreshToken(
  { db }: Pick<Identity, 'db'>,
  token: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('token_hash', '=', hashSecretToken(token))
    .executeTakeFirst()
  return row?.session_id
}
