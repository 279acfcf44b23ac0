import type { LinkToken } from '@half-measure/shared/auth/account.ts'
import { DemoCredentials, Session } from '@half-measure/shared/auth/session.ts'
import { ApiError } from './api-error.ts'
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

  /** A mailed link for a session that may set a password. */
  redeem: (link: LinkToken) => request('/api/auth/verify', Session, { method: 'POST', body: link }),

  /** Gives the account the address that the link was mailed to. */
  confirmEmail: (token: string) => command('/api/auth/email-change', { body: { token } }),

  /** Mails a link to the address, where it belongs to an account; the answer is the same where it does not. */
  recover: (email: string) => command('/api/auth/recover', { body: { email } }),

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
