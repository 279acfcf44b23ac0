import type { FactorAnswer } from '@half-measure/shared/auth/account.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/schema/database.ts'
import type { MfaFactorsTable } from '../../database/schema/identity-tables.ts'
import { queueChangeNotice } from '../account-emails.ts'
import { assertAllowed } from '../attempt-limits.ts'
import { recordAudit } from '../audit-log.ts'
import { assertAal2, type Principal } from '../authenticate.ts'
import { challengeExpired, factorNotFound, wrongCode } from '../errors.ts'
import type { Identity } from '../identity.ts'
import { type IssuedSession, issueSession, stepUpSession } from '../sessions.ts'
import { CHALLENGE_MS, countFactors } from './factors.ts'
import { countRecoveryCodes, issueRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import { matchTotp } from './totp.ts'

type Factor = Selectable<MfaFactorsTable>
type Tools = Pick<Identity, 'factorSecrets' | 'outbox' | 'dashboard'>

export interface VerifiedFactor extends IssuedSession {
  /** With an account's first factor. */
  readonly recoveryCodes: readonly string[] | undefined
}

/**
 * Verifies a code: an `aal2` session takes the place of this one. The first code of a new factor completes its
 * enrolment. A recovery code works in its place, once.
 *
 * @param client the client's address.
 * @throws {ApiError} 404 `mfa_factor_not_found`; 422 `mfa_challenge_expired` or `mfa_verification_failed`; 403
 * `insufficient_aal` for a new factor beside one that was not verified; 429 `over_request_rate_limit`.
 */
export async function verifyFactor(
  identity: Identity,
  principal: Principal,
  factorId: string,
  answer: FactorAnswer,
  client: string,
): Promise<VerifiedFactor> {
  const { db, limits, now, accessTokens } = identity
  const { userId, email } = principal
  const applicable = [limits.forSubject('factor', userId), limits.forClient('client', client)]
  const verified = await db.transaction().execute(async (trx) => {
    // Holds the limits' locks, so that concurrent answers see each other's effects.
    assertAllowed(await limits.attempt(trx, applicable, false))
    const at = now()
    const factor = await expectChallenge(trx, principal, factorId, answer.challenge_id, at)
    if (!(await isCorrect(trx, identity, factor, answer.code, at))) {
      await recordAudit(trx, at, userId, { event: 'second_factor_failed', details: { factor_id: factorId } })
      await limits.attempt(trx, applicable)
      return undefined
    }
    await trx.deleteFrom('mfa_challenges').where('id', '=', answer.challenge_id).execute()
    const recoveryCodes =
      factor.status === 'unverified'
        ? await completeEnrolment(trx, identity, principal, factor, at)
        : undefined
    await recordAudit(trx, at, userId, { event: 'second_factor_passed', details: { factor_id: factorId } })
    return { recoveryCodes, ...(await stepUpSession(trx, principal.sessionId, at)) }
  })

  // Thrown here, so that the failure is counted.
  if (!verified) throw wrongCode()
  const { sessionId, refreshToken, recoveryCodes } = verified
  const session = await issueSession({ db, accessTokens }, { id: userId, email }, sessionId, 'aal2')
  return { session, refreshToken, recoveryCodes }
}

/**
 * Verifies a code of any of the account's factors, or a recovery code, in a session that has passed one already.
 *
 * @param client the client's address.
 * @throws {ApiError} 422 `mfa_verification_failed`; 429 `over_request_rate_limit`.
 */
export async function assertOwnCode(
  identity: Identity,
  { userId }: Principal,
  code: string,
  client: string,
): Promise<void> {
  const { db, limits, now } = identity
  const applicable = [limits.forSubject('factor', userId), limits.forClient('client', client)]
  const matches = await db.transaction().execute(async (trx) => {
    assertAllowed(await limits.attempt(trx, applicable, false))
    const factors = await trx
      .selectFrom('mfa_factors')
      .selectAll()
      .where('user_id', '=', userId)
      .where('status', '=', 'verified')
      .execute()
    for (const factor of factors) if (await isCorrect(trx, identity, factor, code, now())) return true
    await recordAudit(trx, now(), userId, { event: 'second_factor_failed', details: {} })
    await limits.attempt(trx, applicable)
    return false
  })
  // Thrown here, so that the failure is counted.
  if (!matches) throw wrongCode()
}

/** The factor of a challenge that is open. @throws {ApiError} as `verifyFactor`. */
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
    .executeTakeFirst()
  if (!factor) throw factorNotFound()
  // An enrolment from before another factor was completed must not get around that one.
  if (factor.status === 'unverified' && (await countFactors(trx, principal.userId)) > 0) assertAal2(principal)
  const challenge = await trx
    .selectFrom('mfa_challenges')
    .select('id')
    .where('id', '=', challengeId)
    .where('factor_id', '=', factorId)
    .where('session_id', '=', principal.sessionId)
    .where('created_at', '>', new Date(at.getTime() - CHALLENGE_MS))
    .executeTakeFirst()
  if (!challenge) throw challengeExpired()
  return factor
}

/** Six digits are a code of the factor. Anything else can only be a recovery code, beside a verified factor. */
async function isCorrect(
  trx: Db,
  { factorSecrets }: Tools,
  factor: Factor,
  code: string,
  at: Date,
): Promise<boolean> {
  const digits = code.replaceAll(/[\s-]/g, '')
  if (/^\d{6}$/.test(digits)) {
    const step = matchTotp(factorSecrets.open(factor.secret), digits, at, factor.last_step)
    if (step === undefined) return false
    await trx.updateTable('mfa_factors').set({ last_step: step }).where('id', '=', factor.id).execute()
    return true
  }
  if (factor.status !== 'verified') return false
  if (!(await useRecoveryCode(trx, factorSecrets, factor.user_id, code))) return false
  const remaining = await countRecoveryCodes(trx, factor.user_id)
  await recordAudit(trx, at, factor.user_id, { event: 'recovery_code_used', details: { remaining } })
  return true
}

/** @returns recovery codes where the account has none. */
async function completeEnrolment(
  trx: Db,
  { factorSecrets, outbox, dashboard }: Tools,
  { userId, email }: Principal,
  factor: Factor,
  at: Date,
): Promise<readonly string[] | undefined> {
  await trx
    .updateTable('mfa_factors')
    .set({ status: 'verified', verified_at: at })
    .where('id', '=', factor.id)
    .execute()
  await recordAudit(trx, at, userId, { event: 'second_factor_enrolled', details: { factor_id: factor.id } })
  await queueChangeNotice(trx, { outbox, dashboard }, { change: 'second_factor_added', to: email }, at)
  return (await countRecoveryCodes(trx, userId)) === 0
    ? issueRecoveryCodes(trx, factorSecrets, userId, at)
    : undefined
}
