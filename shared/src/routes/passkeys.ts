import { FactorSession } from '../auth/account.ts'
import { NewPasskey, PasskeyCreationOptions, PasskeyGrant, PasskeyRequestOptions } from '../auth/passkey.ts'
import { Session } from '../auth/session.ts'
import { route } from './route.ts'

export const passkeySignInOptions = route('POST', '/api/auth/passkeys/sign-in-options', {
  response: PasskeyRequestOptions,
})
export const signInWithPasskey = route('POST', '/api/auth/token?grant_type=passkey', {
  body: PasskeyGrant,
  response: Session,
})
export const passkeyVerificationOptions = route('POST', '/api/auth/passkeys/verification-options', {
  response: PasskeyRequestOptions,
})
export const verifyPasskey = route('POST', '/api/auth/passkeys/verify', {
  body: PasskeyGrant,
  response: FactorSession,
})
export const passkeyRegistrationOptions = route('POST', '/api/auth/passkeys/registration-options', {
  response: PasskeyCreationOptions,
})
export const registerPasskey = route('POST', '/api/auth/passkeys', {
  body: NewPasskey,
  response: FactorSession,
})
