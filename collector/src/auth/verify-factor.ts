import type { FactorAnswer } from '@half-measure/shared/auth/account.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../database/schema/database.ts'
import type { MfaFactorsTable } from '../database/schema/identity-tables.ts'
import { putChangeMail } from './account-mail.ts'
import { audit } from './audit.ts'
import type { AuthContext } from './auth-context.ts'
import { assertAal2, type Principal } from './authenticate.ts'
import { challengeExpired, factorNotFound, tooManyAttempts, wrongCode } from './auth-errors.ts'
import { CHALLENGE_MS, countFactors } from './factors.ts'
import { countRecoveryCodes, issueRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import { addRefreshToken, describeSession, spendRefreshTokens, type IssuedSession } from './sessions.ts'
import { matchTotp } from './totp.ts'

type Factor = Selectable<MfaFactorsTable>

export interface VerifiedFactor extends IssuedSession {
  /** With an account's first factor. */
  readonly recoveryCodes: readonly string[] | undefined
}

type Outcome =
  | { outcome: 'limited'; retryAfter: number }
  | { outcome: 'no_factor' | 'no_challenge' | 'wrong' }
  | { outcome: 'passed'; refreshToken: string; recoveryCodes: readonly string[] | undefined }

/**
 * A code for the step up: the session is of `aal2` from here on, with new tokens. The first code of a new factor
 * makes it count. In place of a code, one of the recovery codes will do, once.
 *
 * @param client the client's address; used for its limit, not kept.
 * @throws {ApiError} 404 `mfa_factor_not_found`; 422 `mfa_challenge_expired` or `mfa_verification_failed`; 403
 * `insufficient_aal` for a new factor beside one that was not shown; 429 `over_request_rate_limit`.
 */
export async function verifyFactor(
  context: AuthContext,
  principal: Principal,
  factorId: string,
  answer: FactorAnswer,
  client: string,
): Promise<VerifiedFactor> {
  const { db, limits, mailer } = context
  const applicable = [limits.forSubject('factor', principal.userId), limits.forClient('client', client)]
  const result = await db.transaction().execute(async (trx): Promise<Outcome> => {
    // Holds the limits' locks, so that of many answers at once each sees what the one before it did.
    const settlement = await limits.settle(trx, applicable, false)
    if (!settlement.allowed) return { outcome: 'limited', retryAfter: settlement.retryAfter }
    const verified = await verify(trx, context, principal, factorId, answer)
    if (verified.outcome === 'wrong') await limits.settle(trx, applicable, true)
    return verified
  })

  switch (result.outcome) {
    case 'limited':
      throw tooManyAttempts(result.retryAfter)
    case 'no_factor':
      throw factorNotFound()
    case 'no_challenge':
      throw challengeExpired()
    case 'wrong':
      throw wrongCode()
    case 'passed': {
      mailer.wake()
      const user = { id: principal.userId, email: principal.email }
      const session = await describeSession(context, user, principal.sessionId, 'aal2')
      return { session, refreshToken: result.refreshToken, recoveryCodes: result.recoveryCodes }
    }
  }
}

async function verify(
  trx: Kysely<Database>,
  context: AuthContext,
  principal: Principal,
  factorId: string,
  { challenge_id: challengeId, code }: FactorAnswer,
): Promise<Outcome> {
  const at = context.now()
  const factor = await trx
    .selectFrom('mfa_factors')
    .selectAll()
    .where('id', '=', factorId)
    .where('user_id', '=', principal.userId)
    .executeTakeFirst()
  if (!factor) return { outcome: 'no_factor' }
  // A factor that was begun before another one counted must not get around that one.
  if (factor.status === 'unverified' && (await countFactors(trx, principal.userId)) > 0) assertAal2(principal)
  const challenge = await trx
    .selectFrom('mfa_challenges')
    .select('id')
    .where('id', '=', challengeId)
    .where('factor_id', '=', factorId)
    .where('session_id', '=', principal.sessionId)
    .where('created_at', '>', new Date(at.getTime() - CHALLENGE_MS))
    .executeTakeFirst()
  if (!challenge) return { outcome: 'no_challenge' }

  if (!(await isRight(trx, context, factor, code, at))) {
    await audit(trx, at, principal.userId, {
      event: 'second_factor_failed',
      details: { factor_id: factorId },
    })
    return { outcome: 'wrong' }
  }
  await trx.deleteFrom('mfa_challenges').where('id', '=', challengeId).execute()
  const recoveryCodes =
    factor.status === 'unverified' ? await begin(trx, context, principal, factor, at) : undefined
  await audit(trx, at, principal.userId, { event: 'second_factor_passed', details: { factor_id: factorId } })
  await trx.updateTable('sessions').set({ aal: 'aal2' }).where('id', '=', principal.sessionId).execute()
  await spendRefreshTokens(trx, principal.sessionId, at)
  return {
    outcome: 'passed',
    refreshToken: await addRefreshToken(trx, principal.sessionId, at),
    recoveryCodes,
  }
}

/** Six digits are a code of the factor. Anything else can only be a recovery code, of a factor that counts. */
async function isRight(
  trx: Kysely<Database>,
  context: AuthContext,
  factor: Factor,
  code: string,
  at: Date,
): Promise<boolean> {
  const digits = code.replaceAll(/[\s-]/g, '')
  if (/^\d{6}$/.test(digits)) {
    const step = matchTotp(context.factorSecrets.open(factor.secret), digits, at, factor.last_step)
    if (step === undefined) return false
    await trx.updateTable('mfa_factors').set({ last_step: step }).where('id', '=', factor.id).execute()
    return true
  }
  if (factor.status !== 'verified') return false
  if (!(await useRecoveryCode(trx, context, factor.user_id, code))) return false
  const remaining = await countRecoveryCodes(trx, factor.user_id)
  await audit(trx, at, factor.user_id, { event: 'recovery_code_used', details: { remaining } })
  return true
}

/** The factor counts from now on. @returns recovery codes where the account has none. */
async function begin(
  trx: Kysely<Database>,
  context: AuthContext,
  { userId, email }: Principal,
  factor: Factor,
  at: Date,
): Promise<readonly string[] | undefined> {
  await trx
    .updateTable('mfa_factors')
    .set({ status: 'verified', verified_at: at })
    .where('id', '=', factor.id)
    .execute()
  await audit(trx, at, userId, { event: 'second_factor_enrolled', details: { factor_id: factor.id } })
  await putChangeMail(trx, context, email, 'second_factor_added', at)
  return (await countRecoveryCodes(trx, userId)) === 0
    ? issueRecoveryCodes(trx, context, userId, at)
    : undefined
}
