import type { PasswordGrant } from '@half-measure/shared/auth/session.ts'
import type { Db } from '../database/schema/database.ts'
import { queueChangeNotice } from './account-emails.ts'
import { recordAudit } from './audit-log.ts'
import { invalidCredentials, userAlreadyExists } from './errors.ts'
import type { Identity } from './identity.ts'
import { assertStrongPassword } from './passwords.ts'
import { recordSignIn, type SignInBrowser } from './record-sign-in.ts'
import { type IssuedSession, issueSession, startSession } from './sessions.ts'
import { findUser, insertUser, normaliseEmail, type User } from './users.ts'

/** A session, and the cookie by which the account recognises the browser. */
export interface SignedIn extends IssuedSession {
  readonly device: string
}

/**
 * Starts a session with a password. For an unknown account, steps, time and response are the same as for a wrong
 * password. Failures in a browser that the account knows are counted separately.
 *
 * @throws {ApiError} 400 `invalid_credentials`, 429 `over_request_rate_limit`.
 */
export async function signIn(
  identity: Identity,
  { email, password }: PasswordGrant,
  clientAddress: string,
  browser: SignInBrowser = { name: null },
): Promise<SignedIn> {
  const { db, limits, now, passwords, devices } = identity
  const user = await findUser(db, email)
  const knownDevice = user && devices.find(user.id, browser.device)
  const applicable =
    knownDevice === undefined
      ? [limits.forSubject('account', normaliseEmail(email)), ...limits.forClient('client', clientAddress)]
      : [limits.forSubject('device', knownDevice)]
  await limits.check(db, applicable)

  const matches = await passwords.matches(user?.password_hash, password)

  const outcome = await db.transaction().execute(async (trx) => {
    const attempt = await limits.attempt(trx, applicable, !matches)
    if (!attempt.allowed) return attempt
    const at = now()
    if (!user || !matches || !(await isCurrent(trx, user))) {
      await recordAudit(trx, at, user?.id ?? null, { event: 'sign_in_failed' })
      if (attempt.usedUp.length > 0) {
        await recordAudit(trx, at, user?.id ?? null, {
          event: 'sign_in_limited',
          details: { limits: attempt.usedUp },
        })
      }
      return undefined
    }
    const device = await recordSignIn(trx, identity, { user, browser }, at)
    const started = await startSession(trx, user.id, 'password', at, { browser: browser.name })
    const issued = await issueSession(trx, identity.accessTokens, { user, ...started })
    return { allowed: true as const, ...issued, device }
  })

  // Thrown here, so that the failure is counted.
  if (outcome === undefined) throw invalidCredentials()
  if (!outcome.allowed) throw outcome.refusal
  return outcome
}

/**
 * Whether the password that was compared is still the account's. Locks the account: a password change waits for this
 * sign-in and then ends its session too.
 */
async function isCurrent(trx: Db, { id, password_hash }: User): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Creates an account without rights, and its first session.
 *
 * @param opens where the email about it leads.
 * @throws {ApiError} 422 `weak_password` or `user_already_exists`.
 */
export async function signUp(
  identity: Identity,
  { email, password }: PasswordGrant,
  { browser = null, opens }: { readonly browser?: SignInBrowser['name']; readonly opens?: string } = {},
): Promise<IssuedSession> {
  const { db, now, passwords, accessTokens } = identity
  await assertStrongPassword(password, email)
  const passwordHash = await passwords.hash(password)
  return db.transaction().execute(async (trx) => {
    const at = now()
    const user = await insertUser(trx, { email, passwordHash, at })
    if (!user) throw userAlreadyExists()
    await recordAudit(trx, at, user.id, { event: 'signed_up' })
    const notice = { change: 'account_made', to: email, ...(opens && { opens }) } as const
    await queueChangeNotice(trx, identity, notice, at)
    const started = await startSession(trx, user.id, 'password', at, { browser })
    return issueSession(trx, accessTokens, { user, ...started })
  })
}
