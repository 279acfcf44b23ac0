import {
  redirect,
  redirectDocument,
  type LoaderFunction,
  type ShouldRevalidateFunction,
} from 'react-router-dom'
import type { Api } from '../api/api.ts'
import { readAccess } from '../api/access.ts'
import { readSiteOrigin } from '../api/site-config.ts'
import { paths, sitePaths } from '../paths.ts'
import type { SessionStore } from '../session/session-store.ts'

export interface AdminData {
  email: string
}

interface Parts {
  session: SessionStore
  api: Api
}

/** Lets admins in; leads everyone else to the sign-in page or to the magazine. */
export function adminLoader({ session, api }: Parts): LoaderFunction {
  return async ({ request }): Promise<AdminData | Response> => {
    await session.restore()
    const user = session.user()
    if (!user) return redirect(paths.signIn(nextOf(request)))
    const access = await readAccess(api)
    if (access === 'admin') return { email: user.email }
    // The check itself may have ended the session.
    if (!session.user()) return redirect(paths.signIn(nextOf(request)))
    if (access !== 'not-admin') return redirect(paths.secondFactor(nextOf(request)))
    return redirectDocument(`${await siteOrigin()}${sitePaths.home}`)
  }
}

/** Another tab or range of the same page needs no new check; a change of the session does. */
export const adminRevalidation: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search

/** What was asked for, where it is not what a sign-in leads to anyway. */
function nextOf(request: Request): string | undefined {
  const { pathname, search } = new URL(request.url)
  const asked = pathname + search
  return asked === paths.analytics() ? undefined : asked
}

async function siteOrigin(): Promise<string> {
  const origin = await readSiteOrigin()
  if (origin === null)
    throw new Error('This account is not an admin, and the server does not say where the magazine is.')
  return origin
}
