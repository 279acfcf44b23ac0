import type { Role } from '@half-measure/shared/auth/roles.ts'
import { checkAdmin } from '@half-measure/shared/routes/auth.ts'
import { z } from 'zod'
import type { Api } from './client.ts'
import { ApiError } from './errors.ts'

/** The role of the signed-in user, or which second factor is missing: a code, or any factor at all. */
export type Access = { role: Role } | 'code-missing' | 'factor-missing' | 'not-admin'

const SecondFactorDetails = z.object({ enrolled: z.boolean() })

/** A failed check counts as no access. */
export async function readAccess(api: Api): Promise<Access> {
  try {
    return await api.call(checkAdmin, {})
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 403
    if (!isRefused) console.warn('Failed to check admin status', error)
    return missingFactor(error) ?? 'not-admin'
  }
}

/** The second factor that an error requires; null if it is about something else. */
export function missingFactor(error: unknown): 'code-missing' | 'factor-missing' | null {
  if (!(error instanceof ApiError) || error.code !== 'insufficient_aal') return null
  const details = SecondFactorDetails.safeParse(error.details)
  return details.success && !details.data.enrolled ? 'factor-missing' : 'code-missing'
}
