import type { Kysely } from 'kysely'
import type { Database } from '../database/schema/database.ts'
import { audit } from './audit.ts'
import type { AuthContext } from './auth-context.ts'
import { userAlreadyExists, userNotFound } from './auth-errors.ts'
import { removeFactors } from './manage-admins.ts'
import { assertStrongPassword, hashPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { findUser, insertUser, normaliseEmail, type User } from './users.ts'

type AdminContext = Pick<AuthContext, 'db' | 'limits' | 'now'>

const ROLE = 'admin'

export interface AdminSummary {
  readonly email: string
  readonly role: string
  readonly createdAt: Date
  readonly lastSignInAt: Date | null
}

/**
 * Makes an administrator. An account that has the address without being one gets the new password and the right.
 *
 * @throws {ApiError} `weak_password`; `user_already_exists` where the administrator does.
 */
export async function createAdmin(
  context: AdminContext,
  { email, password }: { email: string; password: string },
): Promise<void> {
  assertStrongPassword(password)
  const passwordHash = await hashPassword(password)
  await context.db.transaction().execute(async (trx) => {
    const at = context.now()
    const created = await insertUser(trx, { email, passwordHash, at })
    const user = created ?? (await existingUser(trx, email))
    if (!(await grant(trx, user.id, at))) throw userAlreadyExists()
    if (!created) await changePassword(context, trx, user, passwordHash, at)
    await audit(trx, at, user.id, { event: 'admin_created' })
  })
}

/** Oldest first. */
export async function listAdmins({ db }: Pick<AuthContext, 'db'>): Promise<AdminSummary[]> {
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
 * Takes the right away, from the next request on. The account and its sessions stay, as anybody's.
 *
 * @throws {ApiError} `user_not_found` where the address is no administrator's.
 */
export async function revokeAdmin({ db, now }: AdminContext, email: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await existingUser(trx, email)
    const revoked = await trx.deleteFrom('admin_profiles').where('user_id', '=', user.id).executeTakeFirst()
    if (revoked.numDeletedRows === 0n) throw userNotFound()
    // An invitation that was never used would give the right back.
    await trx
      .deleteFrom('account_tokens')
      .where('user_id', '=', user.id)
      .where('purpose', '=', 'invite')
      .execute()
    await audit(trx, now(), user.id, { event: 'admin_revoked', details: {} })
  })
}

/**
 * Sets a password, ends every session and every mailed link of the account, and lifts its sign-in limit.
 *
 * @throws {ApiError} `weak_password`, `user_not_found`.
 */
export async function resetPassword(
  context: AdminContext,
  { email, password }: { email: string; password: string },
): Promise<void> {
  assertStrongPassword(password)
  const passwordHash = await hashPassword(password)
  await context.db.transaction().execute(async (trx) => {
    const at = context.now()
    const user = await existingUser(trx, email)
    await changePassword(context, trx, user, passwordHash, at)
    await audit(trx, at, user.id, { event: 'password_reset' })
  })
}

/**
 * For an administrator who lost the device and the codes, where no other is there to help.
 *
 * @throws {ApiError} `user_not_found`.
 */
export async function resetFactors({ db, now }: AdminContext, email: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await existingUser(trx, email)
    await removeFactors(trx, user.id, {}, now())
  })
}

/** False where the right was there already. */
export async function grant(trx: Kysely<Database>, userId: string, at: Date): Promise<boolean> {
  const granted = await trx
    .insertInto('admin_profiles')
    .values({ user_id: userId, role: ROLE, created_at: at })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst()
  return (granted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

async function existingUser(trx: Kysely<Database>, email: string): Promise<User> {
  const user = await findUser(trx, email)
  if (!user) throw userNotFound()
  return user
}

async function changePassword(
  { limits }: AdminContext,
  trx: Kysely<Database>,
  user: User,
  passwordHash: string,
  at: Date,
): Promise<void> {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', user.id).execute()
  await endSessions(trx, user.id, 'password_reset', at)
  await trx.deleteFrom('account_tokens').where('user_id', '=', user.id).execute()
  await limits.forget(trx, limits.forSubject('account', normaliseEmail(user.email)))
}
