import { may, type Permission, type Role } from '@half-measure/shared/auth/roles.ts'
import { signedOutPage, withNext } from '@half-measure/shared/dashboard-paths.ts'
import { sitePaths } from '@half-measure/shared/site-links.ts'
import {
  type LoaderFunction,
  redirect,
  redirectDocument,
  type ShouldRevalidateFunction,
  useRouteLoaderData,
} from 'react-router-dom'
import { readAccess } from '../api/access.ts'
import type { Api } from '../api/client.ts'
import { paths } from '../paths.ts'
import type { SessionStore } from '../session/session-store.ts'
import { siteOrigin } from './site.tsx'

export interface AdminData {
  email: string
  role: Role
}

/** The signed-in administrator. */
export function useAdmin(): AdminData {
  const admin = useRouteLoaderData<AdminData>('admin')
  if (!admin) throw new Error('useAdmin needs the admin route above it')
  return admin
}

export function useMay(permission: Permission): boolean {
  return may(useAdmin().role, permission)
}

/** Admits administrators; redirects everybody else to the sign-in page or the magazine. */
export function adminLoader({ session, api }: { session: SessionStore; api: Api }): LoaderFunction {
  return async ({ request }): Promise<AdminData | Response> => {
    await session.restore()
    const user = session.user()
    const { pathname, search } = new URL(request.url)
    const toSignIn = () => redirectDocument(signedOutPage(pathname + search))
    if (!user) return toSignIn()
    const access = await readAccess(api)
    if (typeof access === 'object') return { email: user.email, role: access.role }
    // The check itself may have ended the session.
    if (!session.user()) return toSignIn()
    if (access !== 'not-admin') return redirect(withNext(paths.secondFactor, pathname + search))
    return redirectDocument(siteOrigin() + sitePaths.home)
  }
}

/** Another view of the same page needs no new check; a change of the session does. */
export const adminRevalidation: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search
