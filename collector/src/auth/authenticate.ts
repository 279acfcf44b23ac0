import type { AuthContext } from './auth-context.ts'
import { sessionExpired, sessionNotFound } from './auth-errors.ts'
import { isExpired } from './session-lifetime.ts'

/** Who makes a request. */
export interface Principal {
  readonly userId: string
  readonly email: string
  readonly sessionId: string
  /** Null for everybody but an administrator. Only its presence counts. */
  readonly role: string | null
}

/**
 * Who an access token stands for. Its session and the administrator's row are read each time, so that a sign-out
 * and a revocation count from the next request on.
 *
 * @throws {ApiError} 401 `bad_jwt`, `session_not_found` or `session_expired`.
 */
export async function authenticate(
  { db, accessTokens, now }: AuthContext,
  accessToken: string,
): Promise<Principal> {
  const claims = await accessTokens.verify(accessToken)
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('admin_profiles', 'admin_profiles.user_id', 'users.id')
    .select([
      'users.id',
      'users.email',
      'sessions.created_at',
      'sessions.refreshed_at',
      'sessions.ended_at',
      'admin_profiles.role',
    ])
    .where('sessions.id', '=', claims.session_id)
    .where('users.id', '=', claims.sub)
    .executeTakeFirst()
  if (!row || row.ended_at !== null) throw sessionNotFound(401)
  if (isExpired(row, now())) throw sessionExpired(401)
  return { userId: row.id, email: row.email, sessionId: claims.session_id, role: row.role }
}
