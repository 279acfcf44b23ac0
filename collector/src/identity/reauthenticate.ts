import type { Reauthentication } from '@half-measure/shared/auth/account.ts'
import { assertAal2, type Principal } from './authenticate.ts'
import { recordAudit } from './audit-log.ts'
import { assertCurrentPassword } from './change-password.ts'
import { invalidRequest, sessionNotFound } from './errors.ts'
import type { Identity } from './identity.ts'
import { assertOwnPasskey } from './passkeys/verify-passkey.ts'
import { assertOwnCode } from './second-factors/verify-factor.ts'

/**
 * Proves the password again, and the second factor where the account has one, or a passkey in place of both, for the
 * routes that need it.
 *
 * @throws {ApiError} 400 `invalid_credentials` or `validation_failed` without a code; 403 `insufficient_aal`; 422
 * `mfa_verification_failed`; 429 `over_request_rate_limit`; for a passkey as `assertOwnPasskey`.
 */
export async function reauthenticate(
  identity: Identity,
  principal: Principal,
  given: Reauthentication,
  clientAddress: string,
): Promise<void> {
  const { db, now } = identity
  const { userId, sessionId, secondFactor } = principal
  if (secondFactor === 'enrolled') assertAal2(principal)
  if (given.credential) await assertOwnPasskey(identity, principal, given.credential, clientAddress)
  else {
    await assertCurrentPassword(identity, principal, given.password, clientAddress)
    if (secondFactor === 'enrolled') {
      if (given.code === undefined) throw invalidRequest('Please give a code of your second factor as well')
      await assertOwnCode(identity, principal, given.code, clientAddress)
    }
  }
  await db.transaction().execute(async (trx) => {
    const at = now()
    const proven = await trx
      .updateTable('sessions')
      .set({ authenticated_at: at })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (proven.numUpdatedRows === 0n) throw sessionNotFound(401)
    await recordAudit(trx, at, userId, { event: 'reauthenticated' })
  })
}
