import type { EnrolledFactor, FactorChallenge, FactorRequest } from '@half-measure/shared/auth/account.ts'
import { publication } from '@half-measure/shared/publication.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema/database.ts'
import { putChangeMail } from './account-mail.ts'
import { audit } from './audit.ts'
import type { AuthContext } from './auth-context.ts'
import { assertAal2, type Principal } from './authenticate.ts'
import { factorNotFound, tooManyFactors } from './auth-errors.ts'
import { base32 } from './base32.ts'
import { createTotpSecret, totpAddress } from './totp.ts'

const MAX_FACTORS = 5
/** How long a challenge waits for its answer. Milliseconds. */
export const CHALLENGE_MS = 5 * 60_000

/**
 * Begins a factor; it counts once a code of it was shown. One that was begun before and left goes.
 *
 * @throws {ApiError} 403 `insufficient_aal` where there is a factor that was not shown: a password alone must not
 * add another. 422 `too_many_enrolled_mfa_factors`.
 */
export async function enrolFactor(
  { db, now, factorSecrets }: AuthContext,
  principal: Principal,
  { friendly_name = null }: { friendly_name?: FactorRequest['friendly_name'] | null },
): Promise<EnrolledFactor> {
  if (principal.secondFactor === 'enrolled') assertAal2(principal)
  const secret = createTotpSecret()
  const id = await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('mfa_factors')
      .where('user_id', '=', principal.userId)
      .where('status', '=', 'unverified')
      .execute()
    if ((await countFactors(trx, principal.userId)) >= MAX_FACTORS) return undefined
    const factor = await trx
      .insertInto('mfa_factors')
      .values({
        user_id: principal.userId,
        factor_type: 'totp',
        friendly_name,
        secret: factorSecrets.seal(secret),
        status: 'unverified',
        created_at: now(),
        verified_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return factor.id
  })
  if (id === undefined) throw tooManyFactors()
  const uri = totpAddress(secret, publication.name, principal.email)
  return { id, factor_type: 'totp', friendly_name, totp: { secret: base32(secret), uri } }
}

/** Asks for a code of a factor. @throws {ApiError} 404 `mfa_factor_not_found`. */
export async function challengeFactor(
  { db, now }: AuthContext,
  { userId, sessionId }: Principal,
  factorId: string,
): Promise<FactorChallenge> {
  const at = now()
  const factor = await db
    .selectFrom('mfa_factors')
    .select('id')
    .where('id', '=', factorId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!factor) throw factorNotFound()
  const expiry = new Date(at.getTime() - CHALLENGE_MS)
  await db.deleteFrom('mfa_challenges').where('created_at', '<=', expiry).execute()
  const { id } = await db
    .insertInto('mfa_challenges')
    .values({ factor_id: factorId, session_id: sessionId, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, expires_at: Math.floor((at.getTime() + CHALLENGE_MS) / 1000) }
}

/**
 * Removes a factor; with the last one the recovery codes go. Its owner is told by mail.
 *
 * @throws {ApiError} 403 `insufficient_aal`, 404 `mfa_factor_not_found`.
 */
export async function removeFactor(
  context: AuthContext,
  principal: Principal,
  factorId: string,
): Promise<void> {
  if (principal.secondFactor === 'enrolled') assertAal2(principal)
  const { db, now, mailer } = context
  const found = await db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('mfa_factors')
      .where('id', '=', factorId)
      .where('user_id', '=', principal.userId)
      .returning('status')
      .executeTakeFirst()
    if (removed?.status !== 'verified') return removed !== undefined
    if ((await countFactors(trx, principal.userId)) === 0) {
      await trx.deleteFrom('recovery_codes').where('user_id', '=', principal.userId).execute()
    }
    const at = now()
    await audit(trx, at, principal.userId, {
      event: 'second_factor_removed',
      details: { factor_id: factorId },
    })
    await putChangeMail(trx, context, principal.email, 'second_factor_removed', at)
    return true
  })
  if (!found) throw factorNotFound()
  mailer.wake()
}

/** Verified ones. */
export async function countFactors(db: Kysely<Database>, userId: string): Promise<number> {
  const rows = await db
    .selectFrom('mfa_factors')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'verified')
    .execute()
  return rows.length
}
