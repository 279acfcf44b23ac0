import type { Role } from '@half-measure/shared/auth/roles.ts'
import { ApiError } from '../platform/api-error.ts'

/** Errors of several auth routes. Messages are the specification's, where it has one. */

export const invalidRequest = (message: string) => new ApiError(400, 'validation_failed', message)

/** The same whether the account or the password is wrong. */
export const invalidCredentials = () => new ApiError(400, 'invalid_credentials', 'Invalid credentials')

export const noSingleSignOn = () =>
  new ApiError(404, 'not_found', 'Single sign-on is not configured: sign in with a password')

export const userAlreadyExists = () =>
  new ApiError(422, 'user_already_exists', 'An account with this email address exists already')

export const userNotFound = () =>
  new ApiError(404, 'user_not_found', 'There is no account with this email address')

/** 400 for a refresh, 401 for a bearer token. */
export const sessionNotFound = (status: 400 | 401) =>
  new ApiError(status, 'session_not_found', 'This session has ended. Please sign in again.')

/** The same for sessions that have ended, belong to another account or never existed. */
export const noSuchSession = () =>
  new ApiError(404, 'session_not_found', 'There is no such session, or it has ended')

export const sessionExpired = (status: 400 | 401) =>
  new ApiError(status, 'session_expired', 'This session has expired. Please sign in again.')

export const notAdmin = () => new ApiError(403, 'not_admin', 'This is for administrators')

export const insufficientRole = (role: Role) =>
  new ApiError(403, 'insufficient_role', `Your role, ${role}, does not include this. Ask an owner.`)

export const linkExpired = () =>
  new ApiError(403, 'otp_expired', 'This link was used before or is too old. Please ask for a new one.')

export const factorNotFound = () =>
  new ApiError(404, 'mfa_factor_not_found', 'There is no such second factor')

export const wrongCode = () =>
  new ApiError(422, 'mfa_verification_failed', 'The code is wrong, or was used before')

/** A challenge that is too old, was used before or belongs to something else. */
export const passkeyChallengeExpired = () =>
  new ApiError(422, 'passkey_challenge_expired', 'That took too long. Please try again.')

export const passkeyRefused = () =>
  new ApiError(
    400,
    'passkey_refused',
    'The passkey could not be verified. Please try again, and unlock it with its PIN, fingerprint or face.',
  )

export const ownAccount = () =>
  new ApiError(409, 'own_account', 'Another administrator has to do this, because it is your own account')

export const adminNotFound = () => new ApiError(404, 'admin_not_found', 'There is no such administrator')
