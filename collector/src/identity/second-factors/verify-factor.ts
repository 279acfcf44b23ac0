import type { FactorVerification } from '@half-measure/shared/auth/account.ts'
import type { Selectable } from 'kysely'
import type { Database, Db } from '../../database/schema/database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { assertAal2, type Principal } from '../authenticate.ts'
import { factorNotFound, wrongCode } from '../errors.ts'
import type { Identity } from '../identity.ts'
import { attemptFactor, completeFactor, passFactor, type VerifiedFactor } from './attempt-factor.ts'
import { CHALLENGE_MS } from '../passkeys/passkey-challenges.ts'
import { countFactors } from './factors.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { matchTotp } from './totp.ts'

type Factor = Selectable<Database['mfa_factors']>

/**
 * Verifies a code: an `aal2` session replaces this one. The first code of a new factor completes its enrolment. A
 * recovery code works in its place, once.
 *
 * @throws {ApiError} 404 `mfa_factor_not_found`; 422 `mfa_challenge_expired` or `mfa_verification_failed`; 403
 * `insufficient_aal` for a new factor beside one that was not verified; 429 `over_request_rate_limit`.
 */
export async function verifyFactor(
  identity: Identity,
  principal: Principal,
  factorId: string,
  submitted: FactorVerification,
  clientAddress: string,
): Promise<VerifiedFactor> {
  const details = { factor_id: factorId }
  return attemptFactor(identity, principal, clientAddress, details, async (trx, at) => {
    const factor = await expectChallenge(trx, principal, factorId, submitted.challenge_id, at)
    if (!(await isCodeOf(trx, identity, factor, submitted.code, at))) {
      // A recovery code can replace only a verified factor.
      if (factor.status !== 'verified') return wrongCode()
      if (!(await useRecoveryCode(trx, identity, principal, submitted.code, at))) return wrongCode()
    }
    await trx.deleteFrom('mfa_challenges').where('id', '=', submitted.challenge_id).execute()
    const recoveryCodes =
      factor.status === 'unverified'
        ? await completeEnrolment(trx, identity, principal, factor, at)
        : undefined
    return { recoveryCodes, ...(await passFactor(trx, identity, principal, details, at)) }
  })
}

/**
 * Verifies a recovery code as the second factor, of whichever kind the account has.
 *
 * @throws {ApiError} 422 `mfa_verification_failed`; 429 `over_request_rate_limit`.
 */
export async function verifyRecoveryCode(
  identity: Identity,
  principal: Principal,
  code: string,
  clientAddress: string,
): Promise<VerifiedFactor> {
  return attemptFactor(identity, principal, clientAddress, {}, async (trx, at) =>
    (await useRecoveryCode(trx, identity, principal, code, at))
      ? passFactor(trx, identity, principal, {}, at)
      : wrongCode(),
  )
}

/**
 * Verifies a code of any of the account's authenticator apps, or a recovery code, in a session that has passed a second
 * factor already.
 *
 * @throws {ApiError} 422 `mfa_verification_failed`; 429 `over_request_rate_limit`.
 */
export async function assertOwnCode(
  identity: Identity,
  principal: Principal,
  code: string,
  clientAddress: string,
): Promise<void> {
  await attemptFactor(identity, principal, clientAddress, {}, async (trx, at) => {
    const factors = await trx
      .selectFrom('mfa_factors')
      .selectAll()
      .where('user_id', '=', principal.userId)
      .where('status', '=', 'verified')
      .execute()
    for (const factor of factors) if (await isCodeOf(trx, identity, factor, code, at)) return {}
    return (await useRecoveryCode(trx, identity, principal, code, at)) ? {} : wrongCode()
  })
}

/** The factor of an open challenge. @throws {ApiError} as `verifyFactor`. */
async function expectChallenge(
  trx: Db,
  principal: Principal,
  factorId: string,
  challengeId: string,
  at: Date,
): Promise<Factor> {
  const factor = await trx
    .selectFrom('mfa_factors')
    .selectAll()
    .where('id', '=', factorId)
    .where('user_id', '=', principal.userId)
    .executeTakeFirstOrThrow(factorNotFound)
  // An enrolment begun before another factor was verified must not bypass that factor.
  if (factor.status === 'unverified' && (await countFactors(trx, principal.userId)) > 0) assertAal2(principal)
  await trx
    .selectFrom('mfa_challenges')
    .select('id')
    .where('id', '=', challengeId)
    .where('factor_id', '=', factorId)
    .where('session_id', '=', principal.sessionId)
    .where('created_at', '>', new Date(at.getTime() - CHALLENGE_MS))
    .executeTakeFirstOrThrow(
      () =>
        new ApiError(422, 'mfa_challenge_expired', 'That took too long. Please try again with a new code.'),
    )
  return factor
}

/** Whether the code is the authenticator app's. Each code works once. */
async function isCodeOf(
  trx: Db,
  { factorSecrets }: Pick<Identity, 'factorSecrets'>,
  factor: Factor,
  code: string,
  at: Date,
): Promise<boolean> {
  const digits = code.replaceAll(/[\s-]/g, '')
  if (!/^\d{6}$/.test(digits)) return false
  const step = matchTotp(factorSecrets.open(factor.secret), digits, at, factor.last_step)
  if (step === undefined) return false
  await trx.updateTable('mfa_factors').set({ last_step: step }).where('id', '=', factor.id).execute()
  return true
}

/** @returns recovery codes where the account has none. */
async function completeEnrolment(
  trx: Db,
  identity: Identity,
  principal: Principal,
  { id }: Factor,
  at: Date,
): Promise<readonly string[] | undefined> {
  await trx
    .updateTable('mfa_factors')
    .set({ status: 'verified', verified_at: at })
    .where('id', '=', id)
    .execute()
  return completeFactor(trx, identity, principal, { factor_id: id }, at)
}
