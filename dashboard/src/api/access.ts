import { AdminRole } from '@half-measure/shared/auth/session.ts'
import { z } from 'zod'
import { ApiError } from './api-error.ts'
import type { Api } from './api.ts'

/** Whether the signed-in user may see the rooms, or which second factor is missing: a code of one, or one at all. */
export type Access = 'admin' | 'code-missing' | 'factor-missing' | 'not-admin'

const SecondFactorDetails = z.object({ enrolled: z.boolean() })

/** Asks the server. A check that fails counts as no. */
export async function readAccess(api: Api): Promise<Access> {
  try {
    await api.get('/api/auth/admin', AdminRole)
    return 'admin'
  } catch (error) {
    const isAnswer = error instanceof ApiError && error.status === 403
    if (!isAnswer) console.warn('Failed to check admin status', error)
    return missingFactor(error) ?? 'not-admin'
  }
}

/** Which second factor a refusal asks for; null where it is about something else. */
export function missingFactor(error: unknown): 'code-missing' | 'factor-missing' | null {
  if (!(error instanceof ApiError) || error.code !== 'insufficient_aal') return null
  const details = SecondFactorDetails.safeParse(error.details)
  return details.success && !details.data.enrolled ? 'factor-missing' : 'code-missing'
}
