import type { PasswordGrant } from '@half-measure/shared/auth/session.ts'
import type { ClockedDb, Db } from '../database/schema/database.ts'
import { deleteAccountTokens } from './account-links.ts'
import { recordAudit } from './audit-log.ts'
import { userAlreadyExists, userNotFound } from './errors.ts'
import { grantAdmin, endApiTokens } from './grant-admin.ts'
import type { Identity } from './identity.ts'
import { assertStrongPassword } from './passwords.ts'
import { resetFactors } from './second-factors/factors.ts'
import { endSessions } from './sessions.ts'
import { findUser, insertUser, type User } from './users.ts'

/** How the server's operator manages administrators, on the command line. */

/**
 * Creates an owner. An existing account without the right gets both the right and the new password.
 *
 * @throws {ApiError} `weak_password`; `user_already_exists` for an administrator's address.
 */
export async function createAdmin(
  { db, limits, now, passwords }: Pick<Identity, 'db' | 'limits' | 'now' | 'passwords'>,
  { email, password }: PasswordGrant,
): Promise<void> {
  await assertStrongPassword(password, email)
  const passwordHash = await passwords.hash(password)
  await db.transaction().execute(async (trx) => {
    const at = now()
    const created = await insertUser(trx, { email, passwordHash, at })
    const user = created ?? (await existingUser(trx, email))
    if (!(await grantAdmin(trx, user.id, { role: 'owner', passwordHash }, at))) throw userAlreadyExists()
    await limits.reset(trx, limits.forSubject('account', user.email))
    await recordAudit(trx, at, user.id, { event: 'admin_created' })
  })
}

/** Oldest first. */
export async function listAdmins({ db }: Pick<Identity, 'db'>) {
  return db
    .selectFrom('admin_profiles')
    .innerJoin('users', 'users.id', 'admin_profiles.user_id')
    .select([
      'users.email',
      'admin_profiles.role',
      'admin_profiles.created_at as createdAt',
      'users.last_sign_in_at as lastSignInAt',
    ])
    .orderBy('admin_profiles.created_at')
    .orderBy('users.email')
    .execute()
}

/**
 * Revokes the right from the next request on, even the last owner's: the operator can create another. API tokens and
 * share links end; account and sessions stay, without a right.
 *
 * @throws {ApiError} `user_not_found` if the address is not an administrator's.
 */
export async function revokeAdmin({ db, now }: ClockedDb, email: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await existingUser(trx, email)
    const at = now()
    await endApiTokens(trx, user.id, {}, at)
    const revoked = await trx.deleteFrom('admin_profiles').where('user_id', '=', user.id).executeTakeFirst()
    if (revoked.numDeletedRows === 0n) throw userNotFound()
    // An unused invitation would restore the right.
    await trx
      .deleteFrom('account_tokens')
      .where('user_id', '=', user.id)
      .where('purpose', '=', 'invite')
      .execute()
    await recordAudit(trx, at, user.id, { event: 'admin_revoked', details: {} })
  })
}

/**
 * Sets a password, ends every session and every mailed link of the account, and lifts its sign-in limit.
 *
 * @throws {ApiError} `weak_password`, `user_not_found`.
 */
export async function resetPassword(
  { db, limits, now, passwords }: Pick<Identity, 'db' | 'limits' | 'now' | 'passwords'>,
  { email, password }: PasswordGrant,
): Promise<void> {
  await assertStrongPassword(password, email)
  const passwordHash = await passwords.hash(password)
  await db.transaction().execute(async (trx) => {
    const at = now()
    const user = await existingUser(trx, email)
    await deleteAccountTokens(trx, user.id)
    await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', user.id).execute()
    await endSessions(trx, user.id, 'password_reset', at)
    await limits.reset(trx, limits.forSubject('account', user.email))
    await recordAudit(trx, at, user.id, { event: 'password_reset' })
  })
}

/**
 * Removes the second factors of an administrator who has lost device and codes, if nobody else can.
 *
 * @throws {ApiError} `user_not_found`.
 */
export async function resetAdminFactors(
  { db, now, outbox, dashboard }: Pick<Identity, 'db' | 'now' | 'outbox' | 'dashboard'>,
  email: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await existingUser(trx, email)
    await resetFactors(trx, { outbox, dashboard }, user.id, {}, now())
  })
}

async function existingUser(trx: Db, email: string): Promise<User> {
  const user = await findUser(trx, email)
  if (!user) throw userNotFound()
  return user
}
