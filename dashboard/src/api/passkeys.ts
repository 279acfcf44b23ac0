import {
  PasskeyAssertion,
  type PasskeyCreationOptions,
  PasskeyRegistration,
  type PasskeyRequestOptions,
} from '@half-measure/shared/auth/passkey.ts'
import { PasskeyError } from './errors.ts'

/** Browsers have passkeys on https and on localhost only. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/** Whether the browser can offer passkeys among the suggestions of a field. */
export async function canOfferPasskeys(): Promise<boolean> {
  if (!hasPasskeys() || !('isConditionalMediationAvailable' in PublicKeyCredential)) return false
  return PublicKeyCredential.isConditionalMediationAvailable()
}

// Loaded where a passkey is used.
const library = () => import('@simplewebauthn/browser')

/** Makes a passkey. @throws {PasskeyError} */
export async function createPasskey(options: PasskeyCreationOptions) {
  const { startRegistration } = await library()
  try {
    const made = await startRegistration({ optionsJSON: options })
    return {
      credential: PasskeyRegistration.parse(made),
      /** Kept by the device itself, rather than by a security key or a phone. */
      isOfDevice: made.authenticatorAttachment === 'platform',
    }
  } catch (error) {
    throw passkeyError(error, options.rp.id)
  }
}

/** Requests a passkey in the browser's dialog. @throws {PasskeyError} */
export async function requestPasskey(options: PasskeyRequestOptions): Promise<PasskeyAssertion> {
  const { startAuthentication } = await library()
  try {
    return PasskeyAssertion.parse(await startAuthentication({ optionsJSON: options }))
  } catch (error) {
    throw passkeyError(error, options.rpId)
  }
}

/**
 * Offers passkeys among the suggestions of a field with `autocomplete="… webauthn"`, until one is chosen. Null if
 * none is, for whatever reason: the user did not ask for it.
 */
export async function offerPasskeys(options: PasskeyRequestOptions): Promise<PasskeyAssertion | null> {
  const { startAuthentication } = await library()
  const chosen = await startAuthentication({ optionsJSON: options, useBrowserAutofill: true }).catch(
    () => null,
  )
  return PasskeyAssertion.nullable().parse(chosen)
}

export async function stopOffering(): Promise<void> {
  const { WebAuthnAbortService } = await library()
  WebAuthnAbortService.cancelCeremony()
}

/** Whether another passkey request replaced this one: a browser allows one at a time. */
export function wasReplaced(error: unknown): boolean {
  return error instanceof PasskeyError && error.cause instanceof Error && error.cause.name === 'AbortError'
}

/** Maps the browser's error by its name. @param rpId the host to which passkeys are bound. */
export function passkeyError(error: unknown, rpId: string): PasskeyError {
  const name = error instanceof Error ? error.name : ''
  return new PasskeyError(wordsFor(name, rpId), { cause: error })
}

function wordsFor(name: string, rpId: string): string {
  switch (name) {
    case 'NotAllowedError':
      return 'No passkey was used: the request was cancelled or took too long. Please try again.'
    case 'InvalidStateError':
      return 'This device already has a passkey for this account.'
    case 'SecurityError':
      return `Passkeys work at ${rpId} only. Please open the dashboard there.`
    case 'ConstraintError':
    case 'NotSupportedError':
      return 'This device cannot store a passkey protected by a PIN, fingerprint or face. Please use another device.'
    default:
      return 'This device or browser could not use the passkey. Please try again, or use another way.'
  }
}
