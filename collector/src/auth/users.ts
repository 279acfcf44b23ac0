import type { AuthUser } from '@half-measure/shared/auth/session.ts'
import type { ExpressionBuilder, Kysely, Selectable } from 'kysely'
import type { Database } from '../database/schema/database.ts'
import type { UsersTable } from '../database/schema/identity-tables.ts'

export type User = Selectable<UsersTable>

/** The form in which an address is stored and compared. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** @param email in any spelling. */
export function findUser(db: Kysely<Database>, email: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', normaliseEmail(email)).executeTakeFirst()
}

/** Undefined where the address has an account already; that account stays as it is. */
export function insertUser(
  db: Kysely<Database>,
  user: { email: string; passwordHash: string; at: Date },
): Promise<User | undefined> {
  return db
    .insertInto('users')
    .values({ email: normaliseEmail(user.email), password_hash: user.passwordHash, created_at: user.at })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Whether the user of a query's row has a factor that counts. */
export function hasFactor(eb: ExpressionBuilder<Database, 'users'>) {
  return eb.exists(
    eb
      .selectFrom('mfa_factors')
      .select('mfa_factors.id')
      .whereRef('mfa_factors.user_id', '=', 'users.id')
      .where('mfa_factors.status', '=', 'verified'),
  )
}

/** What its owner is told of an account. */
export async function describeUser(
  db: Kysely<Database>,
  user: { id: string; email: string },
): Promise<AuthUser> {
  const factors = await db
    .selectFrom('mfa_factors')
    .select(['id', 'factor_type', 'friendly_name'])
    .where('user_id', '=', user.id)
    .where('status', '=', 'verified')
    .orderBy('created_at')
    .execute()
  return {
    id: user.id,
    email: user.email,
    identities: [{ provider: 'email', identity_id: user.id }],
    factors: factors.map((factor) => ({ ...factor, status: 'verified' as const })),
  }
}
