import { createContext, use } from 'react'
import { type Session, SIGNED_IN_COOKIE } from '@half-measure/shared/auth/session.ts'
import { refreshSession, signIn, signOut } from '@half-measure/shared/routes/auth.ts'
import { call } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { createSessionStore, type SessionStore } from './session-store.ts'
import { createTabLink } from './tab-link.ts'

/** The session of this browser, shared by its tabs, at the server's auth routes. */
export function createBrowserSession(): SessionStore {
  return createSessionStore({
    calls: {
      signIn: (credentials) => call(signIn, { body: credentials }),
      refresh,
      signOut: (token) => call(signOut, {}, { token }),
    },
    tabs: createTabLink(),
  })
}

/** Whether the browser has the cookies of a session, which may have ended on the server. */
export function hasSessionCookies(): boolean {
  return document.cookie.includes(`${SIGNED_IN_COOKIE}=`)
}

/** Where nobody has signed in, there is nothing to ask the server. */
function refresh(): Promise<Session> {
  if (hasSessionCookies()) return call(refreshSession, {})
  return Promise.reject(
    new ApiError({ status: 401, code: 'session_missing', message: 'Auth session missing' }),
  )
}

const SessionContext = createContext<SessionStore | null>(null)
export const SessionProvider = SessionContext.Provider

export function useSession(): SessionStore {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}
