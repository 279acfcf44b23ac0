import type { Role } from '@half-measure/shared/auth/roles.ts'
import { ApiError } from '../platform/api-error.ts'
import { sessionExpired, sessionNotFound } from './errors.ts'
import type { Identity } from './identity.ts'
import { isExpired } from './sessions.ts'
import { hasFactor } from './users.ts'

/** How long after an emailed link a password can be set without the old one. Milliseconds. */
const SET_PASSWORD_MS = 3_600_000

/** The account and session behind a request. */
export interface Principal {
  readonly userId: string
  readonly email: string
  readonly sessionId: string
  /** The session has just begun with an emailed link, so the old password is not needed. */
  readonly maySetPassword: boolean
  /** When password and second factor, or an emailed link, were last verified, here or at the provider. */
  readonly authenticatedAt: Date
  /** `aal2` once a second factor was verified in this session. */
  readonly aal: 'aal1' | 'aal2'
  /** Whether the account needs a second factor: no; yes, but it has none yet; yes, and it has one. */
  readonly secondFactor: 'none' | 'required' | 'enrolled'
  /** Null for everybody but administrators. */
  readonly role: Role | null
}

/**
 * The principal of an access token, fully signed in. Session and role are read each time, so that a sign-out or a
 * revocation takes effect with the next request.
 *
 * @throws {ApiError} 401 `bad_jwt`, `session_not_found` or `session_expired`; 403 `insufficient_aal` before the
 * second factor.
 */
export async function authenticate(identity: Identity, accessToken: string): Promise<Principal> {
  const principal = await identify(identity, accessToken)
  if (principal.secondFactor !== 'none') assertAal2(principal)
  return principal
}

/** The same for requests that come before the second factor. @throws {ApiError} 401 as above. */
export async function identify(
  {
    db,
    accessTokens,
    now,
    requireSecondFactor,
  }: Pick<Identity, 'db' | 'accessTokens' | 'now' | 'requireSecondFactor'>,
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
      'sessions.authenticated_at',
      'admin_profiles.role',
      'admin_profiles.second_factor_required',
    ])
    .select((eb) => hasFactor(eb).as('has_factor'))
    .where('sessions.id', '=', claims.session_id)
    .where('users.id', '=', claims.sub)
    .executeTakeFirst()
  if (!row || row.ended_at !== null) throw sessionNotFound(401)
  if (isExpired(row, now())) throw sessionExpired(401)
  const isRequired = row.role !== null && (requireSecondFactor || row.second_factor_required === true)
  return {
    userId: row.id,
    email: row.email,
    sessionId: claims.session_id,
    maySetPassword:
      ['recovery', 'invite'].includes(row.method) &&
      now().getTime() - row.created_at.getTime() < SET_PASSWORD_MS,
    authenticatedAt: row.authenticated_at,
    aal: row.aal,
    secondFactor: row.has_factor ? 'enrolled' : isRequired ? 'required' : 'none',
    role: row.role,
  }
}

/** @throws {ApiError} 403 `insufficient_aal`. */
export function assertAal2({ aal, secondFactor }: Principal): void {
  if (aal !== 'aal1') return
  // Not if the account must have a second factor and has none yet.
  const enrolled = secondFactor !== 'required'
  throw new ApiError(
    403,
    'insufficient_aal',
    enrolled
      ? 'Please verify your second factor first'
      : 'This account needs a second factor. Please enrol one.',
    { details: { enrolled } },
  )
}
