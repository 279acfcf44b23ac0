import { createHash, timingSafeEqual } from 'node:crypto'
import type { PasswordGrant } from '@half-measure/shared/auth/session.ts'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/env.ts'
import { grant } from './admins.ts'
import { audit } from './audit.ts'
import type { AuthContext } from './auth-context.ts'
import { tooManyAttempts } from './auth-errors.ts'
import { weaknessesOf } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { insertUser, normaliseEmail } from './users.ts'

/**
 * Makes the configured administrator unless the address has an account, or an account had it. Whatever exists stays
 * as it is: no password is reset, and no right that was revoked comes back.
 *
 * @returns whether it was made now.
 * @throws {ConfigError} where it would have to be made with a password that is guessed first.
 */
export async function ensureAdmin(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  admin: Config['admin'],
): Promise<boolean> {
  if (await isKnown(db, admin.email)) return false
  if (weaknessesOf(admin.password).length > 0) {
    throw new ConfigError(['ADMIN_PASSWORD: one of the passwords that are guessed first; choose another'])
  }
  const passwordHash = await hashPassword(admin.password)
  return db.transaction().execute(async (trx) => {
    const at = now()
    const user = await insertUser(trx, { email: admin.email, passwordHash, at })
    if (!user) return false
    await grant(trx, user.id, at)
    await audit(trx, at, user.id, { event: 'admin_bootstrapped' })
    return true
  })
}

/**
 * The same on a caller's word, who has to know the configured password. Nothing tells the caller what came of it.
 *
 * @throws {ApiError} 429 `over_request_rate_limit`, whatever the callers knew.
 */
export async function ensureAdminUser(
  context: AuthContext,
  admin: Config['admin'],
  given: PasswordGrant,
  client: string,
): Promise<void> {
  const { db, limits, now } = context
  const limit = limits.forClient('ensure_admin', client)
  const settlement = await db.transaction().execute((trx) => limits.settle(trx, [limit], true))
  if (!settlement.allowed) throw tooManyAttempts(settlement.retryAfter)

  // Looked for whatever the caller knows, so that the time does not tell whether the password was right.
  const isThere = await isKnown(db, admin.email)
  const isConfigured =
    sameText(given.password, admin.password) &&
    sameText(normaliseEmail(given.email), normaliseEmail(admin.email))
  const isMade = isConfigured && !isThere && (await ensureAdmin(context, admin))
  const outcome = isMade ? 'created' : isConfigured ? 'nothing_to_do' : 'refused'
  await audit(db, now(), null, { event: 'ensure_admin_user', details: { outcome } })
}

/** Whether an account has the address, or had it and goes by another one now. */
async function isKnown(db: AuthContext['db'], email: string): Promise<boolean> {
  const address = normaliseEmail(email)
  const known = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('email', '=', address), eb(eb.val(address), '=', eb.fn.any('former_emails'))]))
    .executeTakeFirst()
  return known !== undefined
}

/** Compares in a time that does not depend on where they differ. */
function sameText(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
