import type { Role } from '@half-measure/shared/auth/roles.ts'
import type { Db } from '../database/schema/database.ts'
import { recordAudit } from './audit-log.ts'
import { deleteFactors } from './second-factors/factors.ts'
import { endSessions } from './sessions.ts'

/**
 * Makes a user an administrator. Nothing by which the account could be opened until now opens it any longer: somebody who
 * was an administrator before, or who signed up with an address that is not theirs, must not get the new right. A session
 * for the new administrator begins after this.
 *
 * @param passwordHash of the account from now on.
 * @returns false if they are one already; their account is unchanged.
 */
export async function grantAdmin(
  trx: Db,
  userId: string,
  { role, passwordHash }: { readonly role: Role; readonly passwordHash: string },
  at: Date,
): Promise<boolean> {
  const granted = await trx
    .insertInto('admin_profiles')
    .values({ user_id: userId, role, created_at: at })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst()
  if ((granted.numInsertedOrUpdatedRows ?? 0n) === 0n) return false
  await deleteFactors(trx, userId)
  await trx.deleteFrom('identities').where('user_id', '=', userId).execute()
  // Before the user, as `deleteAccountTokens` says.
  await trx.deleteFrom('account_tokens').where('user_id', '=', userId).execute()
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
  // Last: a sign-in that has locked one of these rows is over by now, and its session ends too.
  await endSessions(trx, userId, 'right_granted', at)
  return true
}

/**
 * Deletes the API tokens and share links of somebody who stops being an owner, and records each that could still be used.
 *
 * @param who the administrator responsible; empty for the operator of the server.
 */
export async function endApiTokens(trx: Db, userId: string, who: { by?: string }, at: Date): Promise<void> {
  const ended = await trx
    .deleteFrom('api_tokens')
    .where('created_by', '=', userId)
    .returning(['id', 'kind', 'name', 'revoked_at'])
    .execute()
  for (const { id, kind, name, revoked_at } of ended) {
    if (revoked_at !== null) continue
    await recordAudit(trx, at, userId, {
      event: 'api_token_revoked',
      details: { ...who, token_id: id, kind, name },
    })
  }
}
