import type { EnrolledFactor, FactorChallenge, FactorRequest } from '@half-measure/shared/auth/account.ts'
import { publication } from '@half-measure/shared/publication.ts'
import type { ClockedDb, Db } from '../../database/schema/database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { queueChangeNotice } from '../account-emails.ts'
import { recordAudit } from '../audit-log.ts'
import { assertAal2, type Principal } from '../authenticate.ts'
import { factorNotFound } from '../errors.ts'
import type { Identity } from '../identity.ts'
import { CHALLENGE_MS } from '../passkeys/passkey-challenges.ts'
import { endSessions } from '../sessions.ts'
import { base32, createTotpSecret, totpUri } from './totp.ts'

/** Per account: authenticator apps and passkeys together. */
const MAX_FACTORS = 10

/**
 * Enrols an authenticator app; it counts once a code has been verified. Deletes an unfinished enrolment.
 *
 * @throws {ApiError} 403 `insufficient_aal` where a factor exists and was not verified: a password alone must not add
 * another. 422 `too_many_enrolled_mfa_factors`.
 */
export async function enrolFactor(
  { db, now, factorSecrets }: Pick<Identity, 'db' | 'now' | 'factorSecrets'>,
  principal: Principal,
  { friendly_name = null }: { friendly_name?: FactorRequest['friendly_name'] | null },
): Promise<EnrolledFactor> {
  if (principal.secondFactor === 'enrolled') assertAal2(principal)
  const secret = createTotpSecret()
  const { id } = await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('mfa_factors')
      .where('user_id', '=', principal.userId)
      .where('status', '=', 'unverified')
      .execute()
    await assertFactorsLeft(trx, principal.userId)
    return trx
      .insertInto('mfa_factors')
      .values({
        user_id: principal.userId,
        factor_type: 'totp',
        friendly_name,
        secret: factorSecrets.seal(secret),
        status: 'unverified',
        created_at: now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  const uri = totpUri(secret, publication.name, principal.email)
  return { id, factor_type: 'totp', friendly_name, totp: { secret: base32(secret), uri } }
}

/** Creates a challenge for a code of a factor. @throws {ApiError} 404 `mfa_factor_not_found`. */
export async function challengeFactor(
  { db, now }: ClockedDb,
  { userId, sessionId }: Principal,
  factorId: string,
): Promise<FactorChallenge> {
  const at = now()
  await db
    .selectFrom('mfa_factors')
    .select('id')
    .where('id', '=', factorId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(factorNotFound)
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
 * Removes a factor of either kind, and the recovery codes with the last one, and notifies its owner.
 *
 * @throws {ApiError} 403 `insufficient_aal`, 404 `mfa_factor_not_found`.
 */
export async function removeFactor(
  { db, now, outbox, dashboard }: Pick<Identity, 'db' | 'now' | 'outbox' | 'dashboard'>,
  principal: Principal,
  factorId: string,
): Promise<void> {
  const { userId, email } = principal
  if (principal.secondFactor === 'enrolled') assertAal2(principal)
  await db.transaction().execute(async (trx) => {
    await lockFactors(trx, userId)
    const app = await trx
      .deleteFrom('mfa_factors')
      .where('id', '=', factorId)
      .where('user_id', '=', userId)
      .returning('status')
      .executeTakeFirst()
    if (app?.status === 'unverified') return
    const passkey = await trx
      .deleteFrom('passkeys')
      .where('id', '=', factorId)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst()
    if (!app && !passkey) throw factorNotFound()
    if ((await countFactors(trx, userId)) === 0)
      await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    const at = now()
    await recordAudit(trx, at, userId, {
      event: 'second_factor_removed',
      details: { factor_id: factorId, ...(passkey && { factor_type: 'passkey' }) },
    })
    const change = passkey ? 'passkey_removed' : 'second_factor_removed'
    await queueChangeNotice(trx, { outbox, dashboard }, { change, to: email }, at)
  })
}

/**
 * Removes all factors, passkeys included, and recovery codes of an account and ends its sessions.
 *
 * @param who the administrator responsible; empty for the operator of the server.
 */
export async function resetFactors(
  trx: Db,
  { outbox, dashboard }: Pick<Identity, 'outbox' | 'dashboard'>,
  userId: string,
  who: { by?: string },
  at: Date,
): Promise<void> {
  const { email } = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await deleteFactors(trx, userId)
  await endSessions(trx, userId, 'second_factor_reset', at)
  await recordAudit(trx, at, userId, { event: 'second_factor_reset', details: who })
  await queueChangeNotice(trx, { outbox, dashboard }, { change: 'second_factors_reset', to: email }, at)
}

/** Deletes all factors, passkeys included, and the recovery codes. */
export async function deleteFactors(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('mfa_factors').where('user_id', '=', userId).execute()
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Locks the account's factors: of two removals at once, the second sees that it removes the last one. */
async function lockFactors(trx: Db, userId: string): Promise<void> {
  // In the order of `deleteFactors`.
  for (const table of ['mfa_factors', 'passkeys'] as const)
    await trx.selectFrom(table).select('id').where('user_id', '=', userId).orderBy('id').forUpdate().execute()
}

/** Counts verified factors. */
export async function countFactors(db: Db, userId: string): Promise<number> {
  const rows = await db
    .selectFrom('mfa_factors')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'verified')
    .unionAll(db.selectFrom('passkeys').select('id').where('user_id', '=', userId))
    .execute()
  return rows.length
}

/** @throws {ApiError} 422 `too_many_enrolled_mfa_factors`. */
export async function assertFactorsLeft(db: Db, userId: string): Promise<void> {
  if ((await countFactors(db, userId)) >= MAX_FACTORS)
    throw new ApiError(
      422,
      'too_many_enrolled_mfa_factors',
      'Too many second factors. Please remove one first.',
    )
}
