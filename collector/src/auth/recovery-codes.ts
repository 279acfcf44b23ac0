import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema/database.ts'
import { audit } from './audit.ts'
import type { AuthContext } from './auth-context.ts'
import { assertAal2, type Principal } from './authenticate.ts'
import { base32 } from './base32.ts'

const CODES = 10

/** Ten new codes, each good once, 60 random bits each; earlier ones end. They are nowhere but in the answer. */
export async function issueRecoveryCodes(
  trx: Kysely<Database>,
  { factorSecrets }: Pick<AuthContext, 'factorSecrets'>,
  userId: string,
  at: Date,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => base32(randomBytes(8)).slice(0, 12).toLowerCase())
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        user_id: userId,
        code_hash: factorSecrets.hashCode(userId, code),
        created_at: at,
      })),
    )
    .execute()
  return codes.map((code) => code.replace(/(.{4})(.{4})(.{4})/, '$1-$2-$3'))
}

/** Uses a code up, in any spelling. False where it is none of the account's. */
export async function useRecoveryCode(
  trx: Kysely<Database>,
  { factorSecrets }: Pick<AuthContext, 'factorSecrets'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const plain = code.toLowerCase().replaceAll(/[^a-z2-7]/g, '')
  const used = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', factorSecrets.hashCode(userId, plain))
    .executeTakeFirst()
  return used.numDeletedRows > 0n
}

/** Those that are left. */
export async function countRecoveryCodes(db: Kysely<Database>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** @throws {ApiError} 403 `insufficient_aal` for a session that showed no second factor. */
export async function renewRecoveryCodes(context: AuthContext, principal: Principal): Promise<string[]> {
  assertAal2(principal)
  const { db, now } = context
  return db.transaction().execute(async (trx) => {
    const at = now()
    await audit(trx, at, principal.userId, { event: 'recovery_codes_renewed' })
    return issueRecoveryCodes(trx, context, principal.userId, at)
  })
}
