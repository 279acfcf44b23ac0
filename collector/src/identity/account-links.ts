import type { LinkToken } from '@half-measure/shared/auth/account.ts'
import type { Role } from '@half-measure/shared/auth/roles.ts'
import type { Db } from '../database/schema/database.ts'
import type { AccountTokenPurpose } from '../database/schema/identity-tables.ts'
import { createSecretToken, hashSecretToken } from '../platform/secret-token.ts'
import { severityOf } from '../platform/unavailable.ts'
import { linkEmails, queueLinkEmail } from './account-emails.ts'
import { assertAllowed } from './attempt-limits.ts'
import { recordAudit } from './audit-log.ts'
import { linkExpired } from './errors.ts'
import { grantAdmin } from './grant-admin.ts'
import type { Identity } from './identity.ts'
import { type IssuedSession, issueSession, startSession } from './sessions.ts'
import { findUser, normaliseEmail } from './users.ts'

/** The purpose of a link, with the new address or the role that it gives. */
export type LinkPurpose =
  | { purpose: 'recovery'; newEmail?: undefined; role?: undefined }
  | { purpose: 'invite'; newEmail?: undefined; role: Role }
  | { purpose: 'email_change'; newEmail: string; role?: undefined }

/** Issues the token of a link; earlier ones for the same purpose expire. */
export async function issueAccountToken(
  trx: Db,
  userId: string,
  { purpose, newEmail, role }: LinkPurpose,
  at: Date,
): Promise<string> {
  await trx
    .deleteFrom('account_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute()
  const token = createSecretToken()
  await trx
    .insertInto('account_tokens')
    .values({
      token_hash: hashSecretToken(token),
      user_id: userId,
      purpose,
      created_at: at,
      expires_at: new Date(at.getTime() + linkEmails[purpose].lifetime),
      new_email: newEmail ?? null,
      role: role ?? null,
    })
    .execute()
  return token
}

/** Marks a token as used. @returns what it stands for; undefined if the token is unknown, used or expired. */
export function useAccountToken(trx: Db, token: string, purpose: AccountTokenPurpose, at: Date) {
  return trx
    .updateTable('account_tokens')
    .set({ used_at: at })
    .where('token_hash', '=', hashSecretToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning(['user_id', 'new_email'])
    .executeTakeFirst()
}

/**
 * Ends the links of an account: all, or all but those for one purpose. Before the user is changed, as redeeming a link
 * locks it before the user: the other way round, the two would wait for each other.
 */
export async function deleteAccountTokens(
  trx: Db,
  userId: string,
  { except }: { readonly except?: AccountTokenPurpose } = {},
): Promise<void> {
  let deleting = trx.deleteFrom('account_tokens').where('user_id', '=', userId)
  if (except !== undefined) deleting = deleting.where('purpose', '!=', except)
  await deleting.execute()
}

/**
 * Emails the owner of an account a link to set a new password. Resolves before the account is looked up, so that
 * neither the response nor its time reveals whether it exists.
 *
 * @throws {ApiError} 429 `over_request_rate_limit`.
 */
export async function recover(identity: Identity, email: string, clientAddress: string): Promise<void> {
  const { db, limits, log } = identity
  const applicable = limits.forClient('recover_client', clientAddress)
  limits.refuseAtOnce(applicable)
  const byAccount = await db.transaction().execute(async (trx) => {
    assertAllowed(await limits.attempt(trx, applicable))
    return limits.attempt(trx, [limits.forSubject('recover_account', normaliseEmail(email))])
  })
  // Too many links to one account: nothing more is sent, and the response is the same.
  if (!byAccount.allowed) return
  sendRecoveryLink(identity, email).catch((error: unknown) => {
    log[severityOf(error)]({ err: error }, 'a recovery link could not be sent')
  })
}

async function sendRecoveryLink(identity: Identity, email: string): Promise<void> {
  const { db, now } = identity
  await db.transaction().execute(async (trx) => {
    const user = await findUser(trx, email)
    if (!user) return
    const at = now()
    const token = await issueAccountToken(trx, user.id, { purpose: 'recovery' }, at)
    await queueLinkEmail(trx, identity, { purpose: 'recovery', to: user.email, token }, at)
    await recordAudit(trx, at, user.id, { event: 'recovery_requested' })
  })
}

/**
 * Exchanges an emailed link for a session in which a password can be set without the old one. An invitation also makes
 * the account an administrator, with a password that nobody knows yet. A second factor must still be verified.
 *
 * @param browser see `browserName`.
 * @throws {ApiError} 403 `otp_expired`.
 */
export async function redeemLink(
  { db, now, accessTokens, passwords }: Pick<Identity, 'db' | 'now' | 'accessTokens' | 'passwords'>,
  { type, token }: LinkToken,
  browser: string | null = null,
): Promise<IssuedSession> {
  // Hashed before the transaction: the embedded database has one connection.
  const role = type === 'invite' ? await roleOfInvitation(db, token) : null
  const grant = role && { role, passwordHash: await passwords.hashOfUnknown() }
  return db.transaction().execute(async (trx) => {
    const at = now()
    const used = await useAccountToken(trx, token, type, at)
    if (used === undefined) throw linkExpired()
    const { user_id: userId } = used
    if (grant) await grantAdmin(trx, userId, grant, at)
    const user = await trx
      .updateTable('users')
      .set({ last_sign_in_at: at })
      .where('id', '=', userId)
      .returning(['id', 'email'])
      .executeTakeFirstOrThrow()
    await recordAudit(trx, at, userId, { event: type === 'invite' ? 'invitation_accepted' : 'recovery_used' })
    const started = await startSession(trx, userId, type, at, { browser })
    return issueSession(trx, accessTokens, { user, ...started })
  })
}

/** Null for an unknown token, so that strangers cause no hashing. */
async function roleOfInvitation(db: Db, token: string): Promise<Role | null> {
  const invitation = await db
    .selectFrom('account_tokens')
    .select('role')
    .where('token_hash', '=', hashSecretToken(token))
    .executeTakeFirst()
  return invitation?.role ?? null
}
