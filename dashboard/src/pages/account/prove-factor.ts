import type { FactorSession } from '@half-measure/shared/auth/account.ts'
import { challengeFactor, verifyFactor } from '@half-measure/shared/routes/account.ts'
import type { Api } from '../../api/client.ts'

/** Verifies a code of a factor, or a recovery code. The session in the response replaces the current one. */
export async function proveFactor(
  api: Api,
  { id, code }: { id: string; code: string },
): Promise<FactorSession> {
  const challenge = await api.call(challengeFactor, { params: { id } })
  return api.call(verifyFactor, { params: { id }, body: { challenge_id: challenge.id, code } })
}
