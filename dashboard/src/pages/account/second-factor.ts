import type { AuthUser } from '@half-measure/shared/auth/session.ts'
import { signedOutPage } from '@half-measure/shared/dashboard-paths.ts'
import { type LoaderFunction, redirect, redirectDocument } from 'react-router-dom'
import { type Access, readAccess } from '../../api/access.ts'
import type { Api } from '../../api/client.ts'
import { nextAfterSignIn } from '../../paths.ts'
import type { SessionStore } from '../../session/session-store.ts'

export interface SecondFactorData {
  missing: Extract<Access, `${string}-missing`>
  factors: AuthUser['factors']
  /** The page to open next. */
  next: string
}

/** For users with the right password whose second factor is missing. */
export function secondFactorLoader({ session, api }: { session: SessionStore; api: Api }): LoaderFunction {
  return async ({ request }): Promise<SecondFactorData | Response> => {
    const next = nextAfterSignIn(new URL(request.url).searchParams)
    const user = await session.restore()
    const access = user ? await readAccess(api) : null
    if (!user || access === null || !session.user()) return redirectDocument(signedOutPage(next))
    if (typeof access === 'object' || access === 'not-admin') return redirect(next)
    return { missing: access, factors: user.factors, next }
  }
}
