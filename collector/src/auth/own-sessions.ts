import type { OwnSessions } from '@half-measure/shared/auth/account.ts'
import { audit } from './audit.ts'
import type { AuthContext } from './auth-context.ts'
import type { Principal } from './authenticate.ts'
import { isExpired } from './session-lifetime.ts'
import { endSessions } from './sessions.ts'

/** Where the account is signed in, newest first. */
export async function ownSessions(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  { userId, sessionId }: Principal,
): Promise<OwnSessions> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'refreshed_at', 'aal'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()
  return rows
    .filter((row) => !isExpired(row, now()))
    .map(({ id, created_at, refreshed_at, aal }) => ({
      id,
      created_at: created_at.toISOString(),
      refreshed_at: refreshed_at.toISOString(),
      aal,
      current: id === sessionId,
    }))
}

/** Ends every session of the account but the one that asks, at once. */
export async function signOutOthers(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  { userId, sessionId }: Principal,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const at = now()
    await endSessions(trx, userId, 'sign_out', at, sessionId)
    await audit(trx, at, userId, { event: 'other_sessions_ended' })
  })
}
