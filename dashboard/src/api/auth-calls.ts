import { AdminRole, DemoCredentials, Session } from '@half-measure/shared/auth/session.ts'
import { ApiError } from './api-error.ts'
import type { Api } from './api.ts'
import { command, request } from './request.ts'

export interface Credentials {
  email: string
  password: string
}

/** The refresh token travels as a cookie of the same origin; scripts never see it. */
export const authCalls = {
  signIn: (credentials: Credentials) =>
    request('/api/auth/token?grant_type=password', Session, { method: 'POST', body: credentials }),

  refresh: () => request('/api/auth/token?grant_type=refresh_token', Session, { method: 'POST', body: {} }),

  signOut: (token: string) => command('/api/auth/logout', { token }),

  /** Provisions the built-in admin where none exists yet; otherwise changes nothing. */
  ensureAdminUser: (credentials: Credentials) =>
    command('/api/auth/ensure-admin-user', { body: credentials }),
}
export type AuthCalls = typeof authCalls

/** What the form is prefilled with: only the embedded default and the demo answer, others say 404. */
export async function readDemoCredentials(): Promise<DemoCredentials | null> {
  try {
    return await request('/api/auth/demo-credentials', DemoCredentials)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) {
      console.warn('Failed to read demo credentials', error)
    }
    return null
  }
}

/** Whether the signed-in user is an admin. A check that fails counts as no. */
export async function readIsAdmin(api: Api): Promise<boolean> {
  try {
    await api.get('/api/auth/admin', AdminRole)
    return true
  } catch (error) {
    const isAnswer = error instanceof ApiError && error.status === 403
    if (!isAnswer) console.warn('Failed to check admin status', error)
    return false
  }
}
