import type { PasskeyAssertion } from '@half-measure/shared/auth/passkey.ts'
import { ApiError } from '../../platform/api-error.ts'
import { assertAllowed } from '../attempt-limits.ts'
import { recordAudit } from '../audit-log.ts'
import type { Identity } from '../identity.ts'
import { recordSignIn, type SignInBrowser } from '../record-sign-in.ts'
import { issueSession, startSession } from '../sessions.ts'
import type { SignedIn } from '../sign-in.ts'
import { checkPasskey } from './verify-passkey.ts'

/**
 * Starts an `aal2` session with a passkey alone: its possession and the PIN or biometric that unlocks it are two
 * factors. Failures count for the client; nobody can guess a signature, so no account needs a limit.
 *
 * @throws {ApiError} 400 `passkey_not_registered` or `passkey_refused`; 422 `passkey_challenge_expired` or
 * `passkey_counter_regressed`; 429 `over_request_rate_limit`.
 */
export async function signInWithPasskey(
  identity: Identity,
  assertion: PasskeyAssertion,
  clientAddress: string,
  browser: SignInBrowser = { name: null },
): Promise<SignedIn> {
  const { db, accessTokens, challenges, limits, now } = identity
  const applicable = limits.forClient('client', clientAddress)
  limits.refuseAtOnce(applicable)
  const challenge = challenges.read(assertion.response.clientDataJSON, { purpose: 'sign_in' })
  const outcome = await db.transaction().execute(async (trx) => {
    assertAllowed(await limits.attempt(trx, applicable, false))
    const at = now()
    const checked = await checkPasskey(trx, identity, { assertion, challenge }, at)
    if (checked instanceof ApiError) {
      await recordAudit(trx, at, null, { event: 'sign_in_failed' })
      const attempt = await limits.attempt(trx, applicable)
      if (attempt.allowed && attempt.usedUp.length > 0)
        await recordAudit(trx, at, null, { event: 'sign_in_limited', details: { limits: attempt.usedUp } })
      return checked
    }
    const user = await trx
      .selectFrom('users')
      .select(['id', 'email'])
      .where('id', '=', checked.user_id)
      .executeTakeFirstOrThrow()
    const details = { method: 'passkey', factor_id: checked.id } as const
    const device = await recordSignIn(trx, identity, { user, browser, details }, at)
    const started = await startSession(trx, user.id, 'passkey', at, { browser: browser.name, aal: 'aal2' })
    return { ...(await issueSession(trx, accessTokens, { user, ...started }, 'aal2')), device }
  })
  // Thrown here, so that the failure is counted.
  if (outcome instanceof ApiError) throw outcome
  return outcome
}
