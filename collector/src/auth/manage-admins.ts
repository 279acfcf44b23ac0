import type { Admins } from '@half-measure/shared/auth/admin.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema/database.ts'
import { audit } from './audit.ts'
import type { AuthContext } from './auth-context.ts'
import type { Principal } from './authenticate.ts'
import { adminNotFound, notAdmin, ownRightStays } from './auth-errors.ts'
import { endSessions } from './sessions.ts'
import { hasFactor } from './users.ts'

/** What administrators do with each other's accounts. Nobody takes the own right away, so that one always stays. */

/** Administrators, oldest first, then those who are invited. */
export async function describeAdmins(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  { userId }: Principal,
): Promise<Admins> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('admin_profiles', 'admin_profiles.user_id', 'users.id')
    .leftJoin('account_tokens', (join) =>
      join
        .onRef('account_tokens.user_id', '=', 'users.id')
        .on('account_tokens.purpose', '=', 'invite')
        .on('account_tokens.used_at', 'is', null)
        .on('account_tokens.expires_at', '>', now()),
    )
    .select([
      'users.id',
      'users.email',
      'users.last_sign_in_at',
      'admin_profiles.created_at as granted_at',
      'admin_profiles.second_factor_required',
      'account_tokens.created_at as invited_at',
    ])
    .select((eb) => hasFactor(eb).as('has_second_factor'))
    .where((eb) =>
      eb.or([eb('admin_profiles.user_id', 'is not', null), eb('account_tokens.user_id', 'is not', null)]),
    )
    .orderBy((eb) => eb('admin_profiles.user_id', 'is', null))
    .orderBy('admin_profiles.created_at')
    .orderBy('users.email')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    state: row.granted_at ? 'active' : 'invited',
    since: (row.granted_at ?? row.invited_at ?? now()).toISOString(),
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
    has_second_factor: Boolean(row.has_second_factor),
    second_factor_required: row.second_factor_required ?? false,
    self: row.id === userId,
  }))
}

/**
 * Takes the right away, or the invitation back, from the next request on.
 *
 * @throws {ApiError} 404 `admin_not_found`, 409 `own_account`; 403 `not_admin` for one who lost the right meanwhile.
 */
export async function removeAdmin(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  { userId: by }: Principal,
  id: string,
): Promise<void> {
  if (id === by) throw ownRightStays()
  const found = await db.transaction().execute(async (trx) => {
    await expectStillAdmin(trx, by)
    const at = now()
    const withdrawn = await trx
      .deleteFrom('account_tokens')
      .where('user_id', '=', id)
      .where('purpose', '=', 'invite')
      .where('used_at', 'is', null)
      .executeTakeFirst()
    const revoked = await trx.deleteFrom('admin_profiles').where('user_id', '=', id).executeTakeFirst()
    if (revoked.numDeletedRows > 0n) {
      await audit(trx, at, id, { event: 'admin_revoked', details: { by } })
    } else if (withdrawn.numDeletedRows > 0n) {
      await audit(trx, at, id, { event: 'invitation_withdrawn', details: { by } })
    } else return false
    return true
  })
  if (!found) throw adminNotFound()
}

/** Two who remove each other at once wait here for each other: the second one may not any more. */
async function expectStillAdmin(trx: Kysely<Database>, userId: string): Promise<void> {
  const admins = await trx
    .selectFrom('admin_profiles')
    .select('user_id')
    .orderBy('user_id')
    .forUpdate()
    .execute()
  if (!admins.some(({ user_id }) => user_id === userId)) throw notAdmin()
}

/** @throws {ApiError} 404 `admin_not_found`. */
export async function requireSecondFactor(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  { userId: by }: Principal,
  id: string,
  required: boolean,
): Promise<void> {
  const found = await db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('admin_profiles')
      .set({ second_factor_required: required })
      .where('user_id', '=', id)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return false
    await audit(trx, now(), id, { event: 'second_factor_requirement_changed', details: { by, required } })
    return true
  })
  if (!found) throw adminNotFound()
}

/**
 * For somebody who lost the device and the codes: their factors go, and their sessions end.
 *
 * @throws {ApiError} 404 `admin_not_found`, 409 `own_account`: one's own are removed by showing one.
 */
export async function resetSecondFactor(
  context: Pick<AuthContext, 'db' | 'now'>,
  { userId: by }: Principal,
  id: string,
): Promise<void> {
  if (id === by) throw ownRightStays()
  const found = await context.db.transaction().execute(async (trx) => {
    const admin = await trx
      .selectFrom('admin_profiles')
      .select('user_id')
      .where('user_id', '=', id)
      .executeTakeFirst()
    if (!admin) return false
    await removeFactors(trx, id, { by }, context.now())
    return true
  })
  if (!found) throw adminNotFound()
}

/** @param who the administrator who does it; empty on the server itself. */
export async function removeFactors(
  trx: Kysely<Database>,
  userId: string,
  who: { by?: string },
  at: Date,
): Promise<void> {
  await trx.deleteFrom('mfa_factors').where('user_id', '=', userId).execute()
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await endSessions(trx, userId, 'second_factor_reset', at)
  await audit(trx, at, userId, { event: 'second_factor_reset', details: who })
}
