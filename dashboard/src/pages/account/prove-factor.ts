import type { FactorSession } from '@half-measure/shared/auth/account.ts'
import { challengeFactor, verifyFactor, verifyRecoveryCode } from '@half-measure/shared/routes/account.ts'
import { passkeyVerificationOptions, verifyPasskey } from '@half-measure/shared/routes/passkeys.ts'
import type { Api } from '../../api/client.ts'
import { requestPasskey } from '../../api/passkeys.ts'

/** A passkey, or a code: of an app, or a recovery code if `app` is null. */
export type FactorProof = { passkey: true } | { passkey?: false; app: string | null; code: string }

/** Verifies a second factor. The session in the response replaces the current one. */
export async function proveFactor(api: Api, proof: FactorProof): Promise<FactorSession> {
  if (proof.passkey) {
    const credential = await requestPasskey(await api.call(passkeyVerificationOptions, {}))
    return api.call(verifyPasskey, { body: { credential } })
  }
  const { app: id, code } = proof
  if (id === null) return api.call(verifyRecoveryCode, { body: { code } })
  const challenge = await api.call(challengeFactor, { params: { id } })
  return api.call(verifyFactor, { params: { id }, body: { challenge_id: challenge.id, code } })
}
