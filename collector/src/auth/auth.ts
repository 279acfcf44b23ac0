import type {
  EmailChange,
  EnrolledFactor,
  FactorAnswer,
  FactorChallenge,
  FactorRequest,
  LinkToken,
  OwnSessions,
  PasswordChange,
} from '@half-measure/shared/auth/account.ts'
import type { Admins } from '@half-measure/shared/auth/admin.ts'
import type { AuditPage, AuditQuery } from '@half-measure/shared/auth/audit-entry.ts'
import type { AuthUser, PasswordGrant } from '@half-measure/shared/auth/session.ts'
import type { JSONWebKeySet } from 'jose'
import type { Kysely } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Logger } from '../platform/logger.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Database } from '../database/schema/database.ts'
import { createAccessTokens } from './access-tokens.ts'
import {
  createAdmin,
  listAdmins,
  resetFactors,
  resetPassword,
  revokeAdmin,
  type AdminSummary,
} from './admins.ts'
import { createAttemptLimits, type AttemptLimits } from './attempt-limits.ts'
import { audit } from './audit.ts'
import { exportAuditLog, readAuditLog } from './audit-log.ts'
import type { AuthContext } from './auth-context.ts'
import { authenticate, identify, type Principal } from './authenticate.ts'
import { confirmEmailChange, requestEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { ensureAdmin, ensureAdminUser } from './ensure-admin.ts'
import { loadFactorSecrets } from './factor-secrets.ts'
import { challengeFactor, enrolFactor, removeFactor } from './factors.ts'
import { inviteAdmin } from './invite-admin.ts'
import { loadLimitKey } from './limit-key.ts'
import { describeAdmins, removeAdmin, requireSecondFactor, resetSecondFactor } from './manage-admins.ts'
import { ownSessions, signOutOthers } from './own-sessions.ts'
import { recover } from './recover.ts'
import { countRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts'
import { redeemLink } from './redeem-link.ts'
import { refresh } from './refresh.ts'
import type { IssuedSession } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { sessionOfRefreshToken, signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { loadSigningKeys } from './signing-keys.ts'
import { describeUser } from './users.ts'
import { verifyFactor, type VerifiedFactor } from './verify-factor.ts'

/** Accounts, sessions and administrators. What a method throws is an `ApiError`; see the function of its name. */
export interface Auth {
  signIn(credentials: PasswordGrant, client: string): Promise<IssuedSession>
  signUp(credentials: PasswordGrant): Promise<IssuedSession>
  refresh(refreshToken: string): Promise<IssuedSession>
  signOut(sessionId: string): Promise<void>
  sessionOfRefreshToken(refreshToken: string): Promise<string | undefined>
  /** Who asks, signed in completely. */
  authenticate(accessToken: string): Promise<Principal>
  /** Who asks, whose second factor may still be missing. */
  identify(accessToken: string): Promise<Principal>
  describeUser(principal: Principal): Promise<AuthUser>
  ensureAdminUser(credentials: PasswordGrant, client: string): Promise<void>
  recover(email: string, client: string): Promise<void>
  redeemLink(link: LinkToken): Promise<IssuedSession>
  changePassword(principal: Principal, change: PasswordChange, client: string): Promise<void>
  requestEmailChange(principal: Principal, change: EmailChange, client: string): Promise<void>
  confirmEmailChange(token: string): Promise<void>
  ownSessions(principal: Principal): Promise<OwnSessions>
  signOutOthers(principal: Principal): Promise<void>
  readonly factors: {
    enrol(principal: Principal, request: FactorRequest): Promise<EnrolledFactor>
    challenge(principal: Principal, factorId: string): Promise<FactorChallenge>
    verify(
      principal: Principal,
      factorId: string,
      answer: FactorAnswer,
      client: string,
    ): Promise<VerifiedFactor>
    remove(principal: Principal, factorId: string): Promise<void>
  }
  readonly recoveryCodes: {
    remaining(principal: Principal): Promise<number>
    renew(principal: Principal): Promise<string[]>
  }
  /** For the command line: what an operator of the server does. */
  readonly admins: {
    create(admin: PasswordGrant): Promise<void>
    list(): Promise<AdminSummary[]>
    revoke(email: string): Promise<void>
    resetPassword(admin: PasswordGrant): Promise<void>
    resetFactors(email: string): Promise<void>
  }
  /** For the dashboard: what administrators do with each other's accounts. */
  readonly team: {
    list(asker: Principal): Promise<Admins>
    invite(asker: Principal, email: string): Promise<void>
    remove(asker: Principal, id: string): Promise<void>
    requireSecondFactor(asker: Principal, id: string, required: boolean): Promise<void>
    resetSecondFactor(asker: Principal, id: string): Promise<void>
  }
  readonly auditLog: {
    read(query: AuditQuery): Promise<AuditPage>
    export(asker: Principal, query: Omit<AuditQuery, 'limit' | 'cursor'>): Promise<string>
  }
  /** For whatever else has to be limited by the same key. */
  readonly limits: AttemptLimits
  /** Public keys only. */
  readonly jwks: JSONWebKeySet
  /** Makes a new signing key; the old one verifies until its tokens are over. @returns its id. */
  rotateKeys(): Promise<string>
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
  mailer = { wake() {} },
  now = () => new Date(),
}: {
  db: Kysely<Database>
  config: Pick<Config, 'admin' | 'origins' | 'keysDir'>
  log: Logger
  mailer?: Pick<Mailer, 'wake'>
  now?: () => Date
}): Promise<Auth> {
  const keys = await loadSigningKeys(config.keysDir, now)
  const context: AuthContext = {
    db,
    now,
    accessTokens: createAccessTokens(keys, config.origins.dashboard, now),
    limits: createAttemptLimits(db, await loadLimitKey(config.keysDir), now),
    factorSecrets: await loadFactorSecrets(config.keysDir),
    mailer,
    log,
    dashboard: config.origins.dashboard,
  }
  if (await ensureAdmin(context, config.admin)) log.info('the first administrator was created')

  return {
    signIn: (credentials, client) => signIn(context, credentials, client),
    signUp: (credentials) => signUp(context, credentials),
    refresh: (refreshToken) => refresh(context, refreshToken),
    signOut: (sessionId) => signOut(context, sessionId),
    sessionOfRefreshToken: (refreshToken) => sessionOfRefreshToken(context, refreshToken),
    authenticate: (accessToken) => authenticate(context, accessToken),
    identify: (accessToken) => identify(context, accessToken),
    describeUser: ({ userId, email }) => describeUser(db, { id: userId, email }),
    ensureAdminUser: (credentials, client) => ensureAdminUser(context, config.admin, credentials, client),
    recover: (email, client) => recover(context, email, client),
    redeemLink: (link) => redeemLink(context, link),
    changePassword: (principal, change, client) => changePassword(context, principal, change, client),
    requestEmailChange: (principal, change, client) => requestEmailChange(context, principal, change, client),
    confirmEmailChange: (token) => confirmEmailChange(context, token),
    ownSessions: (principal) => ownSessions(context, principal),
    signOutOthers: (principal) => signOutOthers(context, principal),
    factors: {
      enrol: (principal, request) => enrolFactor(context, principal, request),
      challenge: (principal, factorId) => challengeFactor(context, principal, factorId),
      verify: (principal, factorId, answer, client) =>
        verifyFactor(context, principal, factorId, answer, client),
      remove: (principal, factorId) => removeFactor(context, principal, factorId),
    },
    recoveryCodes: {
      remaining: ({ userId }) => countRecoveryCodes(db, userId),
      renew: (principal) => renewRecoveryCodes(context, principal),
    },
    admins: {
      create: (admin) => createAdmin(context, admin),
      list: () => listAdmins(context),
      revoke: (email) => revokeAdmin(context, email),
      resetPassword: (admin) => resetPassword(context, admin),
      resetFactors: (email) => resetFactors(context, email),
    },
    team: {
      list: (asker) => describeAdmins(context, asker),
      invite: (asker, email) => inviteAdmin(context, email, asker.userId),
      remove: (asker, id) => removeAdmin(context, asker, id),
      requireSecondFactor: (asker, id, required) => requireSecondFactor(context, asker, id, required),
      resetSecondFactor: (asker, id) => resetSecondFactor(context, asker, id),
    },
    auditLog: {
      read: (query) => readAuditLog(db, query),
      export: (asker, query) => exportAuditLog(context, query, asker.userId),
    },
    limits: context.limits,
    get jwks() {
      return keys.jwks
    },
    async rotateKeys() {
      const kid = await keys.rotate()
      await audit(db, now(), null, { event: 'signing_key_rotated', details: { kid } })
      return kid
    },
  }
}
