import { randomBytes } from 'node:crypto'
import { countRows } from '../../database/rows.ts'
import type { Db } from '../../database/schema/database.ts'
import { queueChangeNotice } from '../account-emails.ts'
import { recordAudit } from '../audit-log.ts'
import { assertAal2, type Principal } from '../authenticate.ts'
import type { Identity } from '../identity.ts'
import type { FactorSecrets } from './factor-secrets.ts'
import { base32 } from './totp.ts'

const CODES = 10

/** Issues ten one-time codes of 60 random bits; earlier ones expire. Only their hashes are stored. */
export async function issueRecoveryCodes(
  trx: Db,
  factorSecrets: FactorSecrets,
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

/** Uses a code, in any spelling, and records it. @returns false where the account has no such code. */
export async function useRecoveryCode(
  trx: Db,
  { factorSecrets }: Pick<Identity, 'factorSecrets'>,
  { userId }: Principal,
  code: string,
  at: Date,
): Promise<boolean> {
  const plain = code.toLowerCase().replaceAll(/[^a-z2-7]/g, '')
  const used = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', factorSecrets.hashCode(userId, plain))
    .executeTakeFirst()
  if (used.numDeletedRows === 0n) return false
  const remaining = await countRecoveryCodes(trx, userId)
  await recordAudit(trx, at, userId, { event: 'recovery_code_used', details: { remaining } })
  return true
}

/** Unused codes. */
export function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return countRows(db.selectFrom('recovery_codes').where('user_id', '=', userId))
}

/** @throws {ApiError} 403 `insufficient_aal` for a session without a verified second factor. */
export async function renewRecoveryCodes(
  identity: Pick<Identity, 'db' | 'now' | 'factorSecrets' | 'outbox' | 'dashboard'>,
  principal: Principal,
): Promise<string[]> {
  const { db, now, factorSecrets } = identity
  assertAal2(principal)
  return db.transaction().execute(async (trx) => {
    const at = now()
    await recordAudit(trx, at, principal.userId, { event: 'recovery_codes_renewed' })
    const notice = { change: 'recovery_codes_renewed', to: principal.email } as const
    await queueChangeNotice(trx, identity, notice, at)
    return issueRecoveryCodes(trx, factorSecrets, principal.userId, at)
  })
}
