import type { AdminChange, AdminInvitation, Admins, AdminSessions } from '@half-measure/shared/auth/admin.ts'
import type { Role } from '@half-measure/shared/auth/roles.ts'
import type { NotNull } from 'kysely'
import type { ClockedDb, Db } from '../database/schema/database.ts'
import { ApiError } from '../platform/api-error.ts'
import { linkEmails, queueLinkEmail } from './account-emails.ts'
import { issueAccountToken } from './account-links.ts'
import { recordAudit } from './audit-log.ts'
import type { Principal } from './authenticate.ts'
import { endApiTokens } from './grant-admin.ts'
import {
  adminNotFound,
  insufficientRole,
  noSuchSession,
  notAdmin,
  ownAccount,
  userAlreadyExists,
} from './errors.ts'
import type { Identity } from './identity.ts'
import { resetFactors } from './second-factors/factors.ts'
import { endSession, listSessions } from './sessions.ts'
import { findUser, hasFactor, insertUser, isAdmin } from './users.ts'

/** How owners manage administrators. One owner always remains. */

/** Administrators, oldest first, then invitations. */
export async function listTeam(
  { db, now, requireSecondFactor }: Pick<Identity, 'db' | 'now' | 'requireSecondFactor'>,
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
    .select((eb) => [
      hasFactor(eb).as('has_second_factor'),
      eb.fn.coalesce('admin_profiles.role', 'account_tokens.role').as('role'),
    ])
    .where((eb) =>
      eb.or([eb('admin_profiles.user_id', 'is not', null), eb('account_tokens.user_id', 'is not', null)]),
    )
    .orderBy((eb) => eb('admin_profiles.user_id', 'is', null))
    .orderBy('admin_profiles.created_at')
    .orderBy('users.email')
    .$narrowType<{ role: NotNull }>()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    state: row.granted_at ? 'active' : 'invited',
    role: row.role,
    since: (row.granted_at ?? row.invited_at ?? now()).toISOString(),
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
    has_second_factor: Boolean(row.has_second_factor),
    second_factor_required_by: requireSecondFactor
      ? 'configuration'
      : row.second_factor_required
        ? 'owner'
        : null,
    self: row.id === userId,
  }))
}

/**
 * Emails a link that makes the owner of an address an administrator. Until then the account has no rights, and a
 * password that nobody knows. A second invitation replaces the first.
 *
 * @throws {ApiError} 422 `user_already_exists` for an administrator's address; 403 `not_admin` or `insufficient_role` if
 * the caller is no longer an owner.
 */
export async function inviteAdmin(
  identity: Pick<Identity, 'db' | 'now' | 'passwords' | 'outbox' | 'dashboard'>,
  { userId: by }: Principal,
  { email, role }: AdminInvitation,
): Promise<void> {
  const { db, now, passwords } = identity
  const passwordHash = await passwords.hashOfUnknown()
  await db.transaction().execute(async (trx) => {
    await expectStillOwner(trx, by)
    const at = now()
    const user = (await insertUser(trx, { email, passwordHash, at })) ?? (await findUser(trx, email))
    if (!user) throw new Error('the account was deleted while it was being invited')
    if (await isAdmin(trx, user.id)) throw userAlreadyExists()
    const token = await issueAccountToken(trx, user.id, { purpose: 'invite', role }, at)
    await queueLinkEmail(trx, identity, { purpose: 'invite', to: user.email, token }, at)
    await recordAudit(trx, at, user.id, { event: 'admin_invited', details: { by, role } })
  })
}

/**
 * Revokes the right or the invitation, with its email, from the next request on. API tokens and share links end with the
 * right.
 *
 * @throws {ApiError} 404 `admin_not_found`, 409 `own_account`; 403 `not_admin` or `insufficient_role` if the caller
 * is no longer an owner.
 */
export async function removeAdmin(
  { db, now }: ClockedDb,
  { userId: by }: Principal,
  id: string,
): Promise<void> {
  if (id === by) throw ownAccount()
  await db.transaction().execute(async (trx) => {
    // First, as erasing a person locks their emails before their account.
    await trx
      .deleteFrom('outbox')
      .where('kind', '=', linkEmails.invite.kind)
      .where('about', '=', (eb) => eb.selectFrom('users').select('email').where('id', '=', id))
      .execute()
    await expectStillOwner(trx, by)
    const at = now()
    const withdrawn = await trx
      .deleteFrom('account_tokens')
      .where('user_id', '=', id)
      .where('purpose', '=', 'invite')
      .where('used_at', 'is', null)
      .executeTakeFirst()
    await endApiTokens(trx, id, { by }, at)
    const revoked = await trx.deleteFrom('admin_profiles').where('user_id', '=', id).executeTakeFirst()
    if (revoked.numDeletedRows > 0n) {
      await recordAudit(trx, at, id, { event: 'admin_revoked', details: { by } })
    } else if (withdrawn.numDeletedRows > 0n) {
      await recordAudit(trx, at, id, { event: 'invitation_withdrawn', details: { by } })
    } else throw adminNotFound()
  })
}

/**
 * Changes an administrator's role, or whether they need a second factor, from the next request on. A former owner loses
 * their API tokens and share links.
 *
 * @throws {ApiError} 404 `admin_not_found`; 409 `last_owner`, or `second_factor_required` where the configuration
 * requires it; 403 as `removeAdmin`.
 */
export async function changeAdmin(
  { db, now, requireSecondFactor }: Pick<Identity, 'db' | 'now' | 'requireSecondFactor'>,
  { userId: by }: Principal,
  id: string,
  change: AdminChange,
): Promise<void> {
  if (requireSecondFactor && 'second_factor_required' in change && !change.second_factor_required)
    throw new ApiError(
      409,
      'second_factor_required',
      'The configuration requires a second factor of every administrator. To make it optional, set REQUIRE_SECOND_FACTOR=false and restart the collector.',
    )
  await db.transaction().execute(async (trx) => {
    const roles = await expectStillOwner(trx, by)
    const from = roles.get(id)
    if (from === undefined) throw adminNotFound()
    await trx.updateTable('admin_profiles').set(change).where('user_id', '=', id).execute()
    const at = now()
    if (!('role' in change)) {
      const details = { by, required: change.second_factor_required }
      await recordAudit(trx, at, id, { event: 'second_factor_requirement_changed', details })
      return
    }
    const to = change.role
    if (from === to) return
    if (from === 'owner') {
      const owners = [...roles.values()].filter((role) => role === 'owner')
      if (owners.length === 1)
        throw new ApiError(
          409,
          'last_owner',
          'This is the only owner. Make another administrator an owner first.',
        )
      await endApiTokens(trx, id, { by }, at)
    }
    await recordAudit(trx, at, id, { event: 'admin_role_changed', details: { by, from, to } })
  })
}

/**
 * The roles of all administrators, in the transaction of what only an owner may do: a request may be long under way when
 * its owner is removed. If two owners remove or demote each other, the second waits here and fails.
 *
 * @throws {ApiError} 403 `not_admin` or `insufficient_role`.
 */
export async function expectStillOwner(trx: Db, userId: string): Promise<ReadonlyMap<string, Role>> {
  const rows = await trx
    .selectFrom('admin_profiles')
    .select(['user_id', 'role'])
    .orderBy('user_id')
    .forUpdate()
    .execute()
  const roles = new Map(rows.map(({ user_id, role }) => [user_id, role]))
  const own = roles.get(userId)
  if (own === undefined) throw notAdmin()
  if (own !== 'owner') throw insufficientRole(own)
  return roles
}

/**
 * Removes the factors of an administrator who has lost device and codes, and ends their sessions.
 *
 * @throws {ApiError} 404 `admin_not_found`; 409 `own_account`, whose factors are removed by verifying one; 403 if the
 * caller is no longer an owner.
 */
export async function resetSecondFactor(
  { db, now, outbox, dashboard }: Pick<Identity, 'db' | 'now' | 'outbox' | 'dashboard'>,
  { userId: by }: Principal,
  id: string,
): Promise<void> {
  if (id === by) throw ownAccount()
  await db.transaction().execute(async (trx) => {
    const roles = await expectStillOwner(trx, by)
    if (!roles.has(id)) throw adminNotFound()
    await resetFactors(trx, { outbox, dashboard }, id, { by }, now())
  })
}

/** Where an administrator is signed in. @throws {ApiError} 404 `admin_not_found`. */
export async function listAdminSessions({ db, now }: ClockedDb, id: string): Promise<AdminSessions> {
  if (!(await isAdmin(db, id))) throw adminNotFound()
  return listSessions({ db, now }, id)
}

/**
 * Ends a session of an administrator, from the next request on.
 *
 * @throws {ApiError} 404 `admin_not_found` or `session_not_found`; 403 if the caller is no longer an owner.
 */
export async function endAdminSession(
  { db, now }: ClockedDb,
  { userId: by }: Principal,
  id: string,
  sessionId: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const roles = await expectStillOwner(trx, by)
    if (!roles.has(id)) throw adminNotFound()
    const at = now()
    if (!(await endSession(trx, sessionId, 'administrator', at, id))) throw noSuchSession()
    await recordAudit(trx, at, id, { event: 'session_ended', details: { by, session_id: sessionId } })
  })
}
