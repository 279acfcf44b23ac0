import { AdminRole, DemoCredentials, PasswordGrant, Session } from '../auth/session.ts'
import { route } from './route.ts'

export const signIn = route('POST', '/api/auth/token?grant_type=password', Session, PasswordGrant)
/** The refresh token is a cookie of the same origin. */
export const refreshSession = route('POST', '/api/auth/token?grant_type=refresh_token', Session)
export const signOut = route('POST', '/api/auth/logout')
export const signOutElsewhere = route('POST', '/api/auth/logout?scope=others')
export const readDemoCredentials = route('GET', '/api/auth/demo-credentials', DemoCredentials)
export const ensureAdminUser = route('POST', '/api/auth/ensure-admin-user', undefined, PasswordGrant)
export const checkAdmin = route('GET', '/api/auth/admin', AdminRole)
