import { ApiError } from '../../platform/api-error.ts'
import type { Db } from '../../database/schema/database.ts'
import { queueChangeNotice } from '../account-emails.ts'
import { assertAllowed } from '../attempt-limits.ts'
import { type FactorDetails, recordAudit } from '../audit-log.ts'
import type { Principal } from '../authenticate.ts'
import type { Identity } from '../identity.ts'
import { type IssuedSession, issueSession, stepUpSession } from '../sessions.ts'
import { countRecoveryCodes, issueRecoveryCodes } from './recovery-codes.ts'

/** Common to second factors of any kind: limits, audit log, and the session that replaces this one. */

export interface VerifiedFactor extends IssuedSession {
  /** Issued with an account's first factor. */
  readonly recoveryCodes?: readonly string[] | undefined
}

/**
 * Checks a code or assertion within the limits of the account's second factors and the client.
 *
 * @param check returns the refusal of a wrong code or assertion, which is recorded, counted and then thrown.
 * @throws {ApiError} as `check` returns or throws; 429 `over_request_rate_limit`.
 */
export async function attemptFactor<T extends object>(
  { db, limits, now, outbox, dashboard }: Pick<Identity, 'db' | 'limits' | 'now' | 'outbox' | 'dashboard'>,
  { userId, email }: Principal,
  clientAddress: string,
  details: Partial<FactorDetails>,
  check: (trx: Db, at: Date) => Promise<T | ApiError>,
): Promise<T> {
  const applicable = [limits.forSubject('factor', userId), ...limits.forClient('client', clientAddress)]
  const result = await db.transaction().execute(async (trx) => {
    // Holds the limits' locks, so that concurrent attempts see each other's effects.
    assertAllowed(await limits.attempt(trx, applicable, false))
    const at = now()
    const checked = await check(trx, at)
    if (checked instanceof ApiError) {
      await recordAudit(trx, at, userId, { event: 'second_factor_failed', details })
      const attempt = await limits.attempt(trx, applicable)
      // A stranger who gets as far as guessing codes knows the password.
      if (attempt.allowed && attempt.usedUp.includes('factor'))
        await queueChangeNotice(trx, { outbox, dashboard }, { change: 'second_factor_locked', to: email }, at)
    }
    return checked
  })
  // Thrown here, so that the failure is counted.
  if (result instanceof ApiError) throw result
  return result
}

/** Starts the `aal2` session of a verified factor. @throws {ApiError} 401 `session_not_found`. */
export async function passFactor(
  trx: Db,
  { accessTokens }: Pick<Identity, 'accessTokens'>,
  { userId, email, sessionId }: Principal,
  details: Partial<FactorDetails>,
  at: Date,
): Promise<IssuedSession> {
  await recordAudit(trx, at, userId, { event: 'second_factor_passed', details })
  const started = await stepUpSession(trx, sessionId, at)
  return issueSession(trx, accessTokens, { user: { id: userId, email }, ...started }, 'aal2')
}

/** Records a new factor and notifies its owner. @returns recovery codes where the account has none. */
export async function completeFactor(
  trx: Db,
  { factorSecrets, outbox, dashboard }: Pick<Identity, 'factorSecrets' | 'outbox' | 'dashboard'>,
  { userId, email }: Principal,
  details: FactorDetails,
  at: Date,
): Promise<readonly string[] | undefined> {
  const change = details.factor_type === 'passkey' ? 'passkey_added' : 'second_factor_added'
  await recordAudit(trx, at, userId, { event: 'second_factor_enrolled', details })
  await queueChangeNotice(trx, { outbox, dashboard }, { change, to: email }, at)
  return (await countRecoveryCodes(trx, userId)) === 0
    ? issueRecoveryCodes(trx, factorSecrets, userId, at)
    : undefined
}
