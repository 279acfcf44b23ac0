import type { AuthContext } from './auth-context.ts'
import { insufficientAal, sessionExpired, sessionNotFound } from './auth-errors.ts'
import { isExpired } from './session-lifetime.ts'
import { hasFactor } from './users.ts'

/** How long a mailed link allows for setting a password, from its use on. Milliseconds. */
const SET_PASSWORD_MS = 3_600_000

/** Who makes a request. */
export interface Principal {
  readonly userId: string
  readonly email: string
  readonly sessionId: string
  /** The session began with a mailed link just now: a password may be set without the old one. */
  readonly maySetPassword: boolean
  /** `aal2` once a second factor was shown in this session. */
  readonly aal: 'aal1' | 'aal2'
  /** What the account asks for beside the password: nothing, a factor that is yet to be enrolled, one that is there. */
  readonly secondFactor: 'none' | 'required' | 'enrolled'
  /** Null for everybody but an administrator. Only its presence counts. */
  readonly role: string | null
}

/**
 * Who an access token stands for, signed in completely. Its session and the administrator's row are read each time,
 * so that a sign-out and a revocation count from the next request on.
 *
 * @throws {ApiError} 401 `bad_jwt`, `session_not_found` or `session_expired`; 403 `insufficient_aal` where the
 * second factor is still to be shown.
 */
export async function authenticate(context: AuthContext, accessToken: string): Promise<Principal> {
  const principal = await identify(context, accessToken)
  if (principal.secondFactor !== 'none') assertAal2(principal)
  return principal
}

/**
 * The same for calls that come before the second factor.
 *
 * @throws {ApiError} 401 as above.
 */
export async function identify(
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
      'sessions.method',
      'sessions.aal',
      'admin_profiles.role',
      'admin_profiles.second_factor_required',
    ])
    .select((eb) => hasFactor(eb).as('has_factor'))
    .where('sessions.id', '=', claims.session_id)
    .where('users.id', '=', claims.sub)
    .executeTakeFirst()
  if (!row || row.ended_at !== null) throw sessionNotFound(401)
  if (isExpired(row, now())) throw sessionExpired(401)
  return {
    userId: row.id,
    email: row.email,
    sessionId: claims.session_id,
    maySetPassword: row.method !== 'password' && now().getTime() - row.created_at.getTime() < SET_PASSWORD_MS,
    aal: row.aal,
    secondFactor: row.has_factor ? 'enrolled' : row.second_factor_required ? 'required' : 'none',
    role: row.role,
  }
}

/** @throws {ApiError} 403 `insufficient_aal`. */
export function assertAal2({ aal, secondFactor }: Principal): void {
  if (aal === 'aal1') throw insufficientAal(secondFactor !== 'required')
}
