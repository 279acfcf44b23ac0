import type { AuthUser } from '@half-measure/shared/auth/session.ts'
import type { ExpressionBuilder, Selectable } from 'kysely'
import { withIsoDates } from '../database/rows.ts'
import type { Database, Db } from '../database/schema/database.ts'

export type User = Selectable<Database['users']>

/** The form in which addresses are stored and compared. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** @param email in any spelling. */
export function findUser(db: Db, email: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', normaliseEmail(email)).executeTakeFirst()
}

/** Condition: the user of the row had the address before. */
export function hadEmail(eb: ExpressionBuilder<Database, 'users'>, address: string) {
  return eb(eb.val(address), '=', eb.fn.any('former_emails'))
}

/** Condition: the user of the row has the address, or had it before. */
export function hasOrHadEmail(eb: ExpressionBuilder<Database, 'users'>, address: string) {
  return eb.or([eb('email', '=', address), hadEmail(eb, address)])
}

/** Whether an account has the address, or had it before it changed. @param email in any spelling. */
export async function isKnownEmail(db: Db, email: string): Promise<boolean> {
  const known = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => hasOrHadEmail(eb, normaliseEmail(email)))
    .executeTakeFirst()
  return known !== undefined
}

/** Undefined if the address already has an account, which is not changed. */
export function insertUser(
  db: Db,
  user: { email: string; passwordHash: string; at: Date },
): Promise<User | undefined> {
  return db
    .insertInto('users')
    .values({ email: normaliseEmail(user.email), password_hash: user.passwordHash, created_at: user.at })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function isAdmin(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('admin_profiles')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Condition: the user of the row has a verified second factor, an authenticator app or a passkey. */
export function hasFactor(eb: ExpressionBuilder<Database, 'users'>) {
  return eb.or([
    eb.exists(
      eb
        .selectFrom('mfa_factors')
        .select('mfa_factors.id')
        .whereRef('mfa_factors.user_id', '=', 'users.id')
        .where('mfa_factors.status', '=', 'verified'),
    ),
    eb.exists(eb.selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.user_id', '=', 'users.id')),
  ])
}

/** An account, as its owner sees it. */
export async function describeUser(db: Db, user: { id: string; email: string }): Promise<AuthUser> {
  const factors = await db
    .selectFrom('mfa_factors')
    .select(['id', 'factor_type', 'friendly_name'])
    .where('user_id', '=', user.id)
    .where('status', '=', 'verified')
    .orderBy('created_at')
    .execute()
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'friendly_name', 'created_at', 'last_used_at'])
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .execute()
  const identities = await db
    .selectFrom('identities')
    .select(['issuer', 'subject', 'created_at'])
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .execute()
  return {
    id: user.id,
    email: user.email,
    identities: [
      { provider: 'email', identity_id: user.id },
      ...identities.map(({ issuer, subject, created_at }) => ({
        provider: 'oidc' as const,
        identity_id: subject,
        issuer,
        linked_at: created_at.toISOString(),
      })),
    ],
    factors: [
      ...factors.map((factor) => ({ ...factor, status: 'verified' as const })),
      ...passkeys.map((passkey) => ({
        ...withIsoDates(passkey),
        factor_type: 'passkey' as const,
        status: 'verified' as const,
      })),
    ],
  }
}
