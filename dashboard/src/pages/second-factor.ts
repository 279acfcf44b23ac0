import type { AuthUser } from '@half-measure/shared/auth/session.ts'
import { redirect, type LoaderFunction } from 'react-router-dom'
import { readAccess, type Access } from '../api/access.ts'
import type { Api } from '../api/api.ts'
import { nextAfterSignIn, paths } from '../paths.ts'
import type { SessionStore } from '../session/session-store.ts'

export interface SecondFactorData {
  missing: Exclude<Access, 'admin' | 'not-admin'>
  factors: AuthUser['factors']
  /** Where it goes on. */
  next: string
}

/** Only for those whose password was right and whose second factor is still to come. */
export function secondFactorLoader({ session, api }: { session: SessionStore; api: Api }): LoaderFunction {
  return async ({ request }): Promise<SecondFactorData | Response> => {
    const next = nextAfterSignIn(new URL(request.url).searchParams)
    const user = await session.restore()
    const access = user ? await readAccess(api) : null
    if (!user || access === null || !session.user()) return redirect(paths.signIn(next))
    if (access === 'admin' || access === 'not-admin') return redirect(next)
    return { missing: access, factors: user.factors, next }
  }
}
