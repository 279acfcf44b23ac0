import type { Role } from '@half-measure/shared/auth/roles.ts'
import { ApiError } from '../platform/api-error.ts'
import { MIN_PASSWORD_LENGTH, type WeakPasswordReason } from './password-rules.ts'

/** All errors of the auth routes. Messages are the specification's, where it has one. */

export const phoneDisabled = () =>
  new ApiError(422, 'phone_provider_disabled', 'Phone logins are disabled: sign in with an email address')

export const invalidRequest = (message: string) => new ApiError(400, 'validation_failed', message)

export const missingCredentials = () =>
  invalidRequest('You must provide either an email or phone number and a password')

export const invalidEmail = () => invalidRequest('This is not an email address')

export const unsupportedGrantType = () =>
  new ApiError(400, 'unsupported_grant_type', 'grant_type must be password, passkey or refresh_token')

/** The same whether the account or the password is wrong. */
export const invalidCredentials = () => new ApiError(400, 'invalid_credentials', 'Invalid credentials')

/** @param retryAfter seconds. */
export const tooManyAttempts = (
  retryAfter: number,
  message = 'Too many attempts. Please wait a few minutes and try again.',
) => new ApiError(429, 'over_request_rate_limit', message, { retryAfter })

export const tooBusy = () =>
  new ApiError(503, 'over_capacity', 'Too many people are signing in at the moment. Please try again.', {
    retryAfter: 5,
  })

export const weakPassword = (reasons: readonly WeakPasswordReason[]) =>
  new ApiError(
    422,
    'weak_password',
    reasons.includes('length')
      ? `The password is too short: it needs at least ${MIN_PASSWORD_LENGTH} characters`
      : 'The password is easily guessed: it is a common one, or follows a pattern',
    { details: { reasons } },
  )

export const noDemoCredentials = () =>
  new ApiError(404, 'not_found', 'This is not the demonstration: use an account of your own')

export const noSingleSignOn = () =>
  new ApiError(404, 'not_found', 'Single sign-on is not configured: sign in with a password')

export const signUpDisabled = () =>
  new ApiError(422, 'signup_disabled', 'There are no reader accounts: only administrators sign in')

export const userAlreadyExists = () =>
  new ApiError(422, 'user_already_exists', 'An account with this email address exists already')

export const userNotFound = () =>
  new ApiError(404, 'user_not_found', 'There is no account with this email address')

export const sessionMissing = () => new ApiError(400, 'refresh_token_not_found', 'Auth session missing')

export const refreshTokenNotFound = () =>
  new ApiError(400, 'refresh_token_not_found', 'This refresh token is not known')

export const refreshTokenAlreadyUsed = () =>
  new ApiError(
    400,
    'refresh_token_already_used',
    'This refresh token was used before, so its session was ended. Please sign in again.',
  )

/** 400 for a refresh, 401 for a bearer token. */
export const sessionNotFound = (status: 400 | 401) =>
  new ApiError(status, 'session_not_found', 'This session has ended. Please sign in again.')

/** The same for sessions that have ended, belong to another account or never existed. */
export const noSuchSession = () =>
  new ApiError(404, 'session_not_found', 'There is no such session, or it has ended')

export const sessionExpired = (status: 400 | 401) =>
  new ApiError(status, 'session_expired', 'This session has expired. Please sign in again.')

export const noAuthorization = () =>
  new ApiError(401, 'no_authorization', 'This needs the access token of a session as a bearer token')

export const invalidToken = () => new ApiError(401, 'bad_jwt', 'Invalid token')

export const expiredToken = () => new ApiError(401, 'bad_jwt', 'Expired JWT')

export const notAdmin = () => new ApiError(403, 'not_admin', 'This is for administrators')

export const insufficientRole = (role: Role) =>
  new ApiError(403, 'insufficient_role', `Your role, ${role}, does not include this. Ask an owner.`)

export const lastOwner = () =>
  new ApiError(409, 'last_owner', 'This is the only owner. Make another administrator an owner first.')

/** @param secondFactor whether a code is needed beside the password. */
export const reauthenticationNeeded = (secondFactor: boolean) =>
  new ApiError(
    403,
    'reauthentication_needed',
    secondFactor
      ? 'Please confirm your password and your second factor first'
      : 'Please confirm your password first',
    { details: { second_factor: secondFactor } },
  )

export const originNotAllowed = () =>
  new ApiError(403, 'origin_not_allowed', 'Only pages of the dashboard may use accounts')

/** @param enrolled false where the account must have a second factor and has none yet. */
export const insufficientAal = (enrolled: boolean) =>
  new ApiError(
    403,
    'insufficient_aal',
    enrolled
      ? 'Please verify your second factor first'
      : 'This account needs a second factor. Please enrol one.',
    { details: { enrolled } },
  )

export const currentPasswordMissing = () => invalidRequest('Please give your current password as well')

export const codeMissing = () => invalidRequest('Please give a code of your second factor as well')

export const samePassword = () =>
  new ApiError(422, 'same_password', 'The new password is the same as the old one')

export const sameEmail = () => new ApiError(422, 'same_email', 'The account has this address already')

export const linkExpired = () =>
  new ApiError(403, 'otp_expired', 'This link was used before or is too old. Please ask for a new one.')

export const factorNotFound = () =>
  new ApiError(404, 'mfa_factor_not_found', 'There is no such second factor')

export const linkNotFound = () =>
  new ApiError(404, 'single_sign_on_link_not_found', 'This account is not linked with that provider')

/** Without the link, an account without a password of its own could not be opened again. */
export const signedInWithProvider = () =>
  new ApiError(
    409,
    'signed_in_with_provider',
    'You signed in with single sign-on. Sign out, sign in with your password or a passkey, then remove the link. If you have no password, “Forgot your password?” on the sign-in page sets one.',
  )

export const tooManyFactors = () =>
  new ApiError(422, 'too_many_enrolled_mfa_factors', 'Too many second factors. Please remove one first.')

export const challengeExpired = () =>
  new ApiError(422, 'mfa_challenge_expired', 'That took too long. Please try again with a new code.')

export const wrongCode = () =>
  new ApiError(422, 'mfa_verification_failed', 'The code is wrong, or was used before')

/** A challenge that is too old, was used before or belongs to something else. */
export const passkeyChallengeExpired = () =>
  new ApiError(422, 'passkey_challenge_expired', 'That took too long. Please try again.')

/** The same for passkeys that were removed, belong to another account or never existed. */
export const passkeyNotRegistered = () =>
  new ApiError(
    400,
    'passkey_not_registered',
    'This passkey is not registered, or was removed. Please sign in another way.',
  )

export const passkeyRefused = () =>
  new ApiError(
    400,
    'passkey_refused',
    'The passkey could not be verified. Please try again, and unlock it with its PIN, fingerprint or face.',
  )

export const passkeyCopied = () =>
  new ApiError(
    422,
    'passkey_counter_regressed',
    'This passkey may have been copied, so it was refused. Sign in another way, then remove it.',
  )

export const passkeyExists = () => new ApiError(422, 'passkey_exists', 'This passkey is registered already')

export const ownAccount = () =>
  new ApiError(409, 'own_account', 'Another administrator has to do this, because it is your own account')

export const secondFactorRequired = () =>
  new ApiError(
    409,
    'second_factor_required',
    'The configuration requires a second factor of every administrator. To make it optional, set REQUIRE_SECOND_FACTOR=false and restart the collector.',
  )

export const adminNotFound = () => new ApiError(404, 'admin_not_found', 'There is no such administrator')
