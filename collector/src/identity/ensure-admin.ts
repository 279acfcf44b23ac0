import { createHash, timingSafeEqual } from 'node:crypto'
import type { PasswordGrant } from '@half-measure/shared/auth/session.ts'
import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/env.ts'
import type { Db } from '../database/schema/database.ts'
import { assertAllowed } from './attempt-limits.ts'
import { recordAudit } from './audit-log.ts'
import { grantAdmin } from './grant-admin.ts'
import type { Identity } from './identity.ts'
import { weaknessesOf } from './password-rules.ts'
import { findUser, insertUser, isAdmin, isKnownEmail, normaliseEmail } from './users.ts'

/**
 * Creates the configured administrator while the installation has none. An existing account is unchanged: no password is
 * reset, and no revoked right restored.
 *
 * @returns whether it was created now.
 * @throws {ConfigError} if its password is weak.
 */
export async function ensureAdmin(
  { db, now, passwords }: Pick<Identity, 'db' | 'now' | 'passwords'>,
  admin: Config['admin'],
): Promise<boolean> {
  if (!(await isMissing(db, admin.email))) return false
  if ((await weaknessesOf(admin.password, admin.email)).length > 0)
    throw new ConfigError(['ADMIN_PASSWORD: too short or easily guessed; choose another'])
  const passwordHash = await passwords.hash(admin.password)
  return db.transaction().execute(async (trx) => {
    // Collectors that start together, each with its own configuration.
    await sql`select pg_advisory_xact_lock(hashtext('first administrator'))`.execute(trx)
    if (!(await isMissing(trx, admin.email))) return false
    const at = now()
    const user = await insertUser(trx, { email: admin.email, passwordHash, at })
    if (!user) return false
    await grantAdmin(trx, user.id, { role: 'owner', passwordHash }, at)
    await recordAudit(trx, at, user.id, { event: 'first_admin_created' })
    return true
  })
}

/**
 * Does the same for a caller who knows the configured password. The response does not say what was done.
 *
 * @throws {ApiError} 429 `over_request_rate_limit`, whether the caller knew the password or not.
 */
export async function ensureAdminUser(
  identity: Pick<Identity, 'db' | 'limits' | 'now' | 'passwords'>,
  admin: Config['admin'],
  given: PasswordGrant,
  clientAddress: string,
): Promise<void> {
  const { db, limits, now } = identity
  const applicable = limits.forClient('ensure_admin', clientAddress)
  limits.refuseAtOnce(applicable)
  assertAllowed(await db.transaction().execute((trx) => limits.attempt(trx, applicable)))

  // Looked up in any case, so that the time does not reveal whether the password was correct.
  const isNeeded = await isMissing(db, admin.email)
  const isConfigured =
    sameText(given.password, admin.password) &&
    sameText(normaliseEmail(given.email), normaliseEmail(admin.email))
  const isCreated = isConfigured && isNeeded && (await ensureAdmin(identity, admin))
  const outcome = isCreated ? 'created' : isConfigured ? 'nothing_to_do' : 'refused'
  await recordAudit(db, now(), null, { event: 'first_admin_checked', details: { outcome } })
}

/** Whether an account opens the dashboard: its password may have been changed, or its right revoked. */
export async function opensDashboard(
  { db, passwords }: Pick<Identity, 'db' | 'passwords'>,
  { email, password }: PasswordGrant,
): Promise<boolean> {
  const user = await findUser(db, email)
  return user !== undefined && (await isAdmin(db, user.id)) && passwords.matches(user.password_hash, password)
}

/**
 * Whether there is no administrator, and no account has or had the address. The second condition alone would make a
 * removed administrator again once the account is deleted, and another owner once the configured address is changed.
 */
async function isMissing(db: Db, email: string): Promise<boolean> {
  const admin = await db.selectFrom('admin_profiles').select('user_id').limit(1).executeTakeFirst()
  return !admin && !(await isKnownEmail(db, email))
}

/** Compares in constant time. */
function sameText(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
