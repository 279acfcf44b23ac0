import { FactorSession } from '../auth/account.ts'
import { NewPasskey, PasskeyCreationOptions, PasskeyGrant, PasskeyRequestOptions } from '../auth/passkey.ts'
import { Session } from '../auth/session.ts'
import { route } from './route.ts'

export const passkeySignInOptions = route('POST', '/api/auth/passkeys/sign-in-options', PasskeyRequestOptions)
export const signInWithPasskey = route('POST', '/api/auth/token?grant_type=passkey', Session, PasskeyGrant)
export const passkeyVerificationOptions = route(
  'POST',
  '/api/auth/passkeys/verification-options',
  PasskeyRequestOptions,
)
export const verifyPasskey = route('POST', '/api/auth/passkeys/verify', FactorSession, PasskeyGrant)
export const passkeyRegistrationOptions = route(
  'POST',
  '/api/auth/passkeys/registration-options',
  PasskeyCreationOptions,
)
export const registerPasskey = route('POST', '/api/auth/passkeys', FactorSession, NewPasskey)
