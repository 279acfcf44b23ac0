import type { AuthUser, PasswordGrant } from '@half-measure/shared/auth/session.ts'
import type { JSONWebKeySet } from 'jose'
import type { Kysely } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Logger } from '../logger.ts'
import type { Database } from '../postgres/schema/database.ts'
import { createAccessTokens } from './access-tokens.ts'
import { createAdmin, listAdmins, resetPassword, revokeAdmin, type AdminSummary } from './admins.ts'
import { createAttemptLimits, type AttemptLimits } from './attempt-limits.ts'
import type { AuthContext } from './auth-context.ts'
import { authenticate, type Principal } from './authenticate.ts'
import { ensureAdmin, ensureAdminUser } from './ensure-admin.ts'
import { loadLimitKey } from './limit-key.ts'
import { refresh } from './refresh.ts'
import type { IssuedSession } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { sessionOfRefreshToken, signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { loadSigningKeys } from './signing-keys.ts'
import { describeUser } from './users.ts'

/** Accounts, sessions and administrators. What a method throws is an `ApiError`; see the function of its name. */
export interface Auth {
  signIn(credentials: PasswordGrant, client: string): Promise<IssuedSession>
  signUp(credentials: PasswordGrant): Promise<IssuedSession>
  refresh(refreshToken: string): Promise<IssuedSession>
  signOut(sessionId: string): Promise<void>
  sessionOfRefreshToken(refreshToken: string): Promise<string | undefined>
  authenticate(accessToken: string): Promise<Principal>
  describeUser(principal: Principal): Promise<AuthUser>
  ensureAdminUser(credentials: PasswordGrant, client: string): Promise<void>
  readonly admins: {
    create(admin: PasswordGrant): Promise<void>
    list(): Promise<AdminSummary[]>
    revoke(email: string): Promise<void>
    resetPassword(admin: PasswordGrant): Promise<void>
  }
  /** For whatever else has to be limited by the same key. */
  readonly limits: AttemptLimits
  /** Public keys only. */
  readonly jwks: JSONWebKeySet
}

/**
 * Loads the keys, making them at the first start, and sees to the configured administrator. Expects a migrated
 * database.
 *
 * @throws {KeyFileError} where a key file cannot be used.
 * @throws {ConfigError} where the administrator would have to be made with a password that is guessed first.
 */
export async function createAuth({
  db,
  config,
  log,
  now = () => new Date(),
}: {
  db: Kysely<Database>
  config: Pick<Config, 'admin' | 'origins' | 'keysDir'>
  log: Logger
  now?: () => Date
}): Promise<Auth> {
  const keys = await loadSigningKeys(config.keysDir, now())
  const context: AuthContext = {
    db,
    now,
    accessTokens: createAccessTokens(keys, config.origins.dashboard, now),
    limits: createAttemptLimits(db, await loadLimitKey(config.keysDir), now),
  }
  if (await ensureAdmin(context, config.admin)) log.info('the first administrator was created')

  return {
    signIn: (credentials, client) => signIn(context, credentials, client),
    signUp: (credentials) => signUp(context, credentials),
    refresh: (refreshToken) => refresh(context, refreshToken),
    signOut: (sessionId) => signOut(context, sessionId),
    sessionOfRefreshToken: (refreshToken) => sessionOfRefreshToken(context, refreshToken),
    authenticate: (accessToken) => authenticate(context, accessToken),
    describeUser: ({ userId, email }) => describeUser(db, { id: userId, email }),
    ensureAdminUser: (credentials, client) => ensureAdminUser(context, config.admin, credentials, client),
    admins: {
      create: (admin) => createAdmin(context, admin),
      list: () => listAdmins(context),
      revoke: (email) => revokeAdmin(context, email),
      resetPassword: (admin) => resetPassword(context, admin),
    },
    limits: context.limits,
    jwks: keys.jwks,
  }
}
