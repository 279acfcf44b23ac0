import { z } from 'zod'

/** `GET /api/auth/options`: how people can sign in beside a password. */
export const SignInOptions = z.object({
  /** The provider's name for the button; null where none is configured. */
  single_sign_on: z.object({ name: z.string() }).nullable(),
})
export type SignInOptions = z.infer<typeof SignInOptions>

/**
 * `GET /api/auth/oidc/start?next=…&confirm=1`, a page to open: leads to the provider, and from there back to the sign-in
 * page with the same `next`. To confirm, the provider asks for the password again.
 */
export const SINGLE_SIGN_ON_START = '/api/auth/oidc/start'

/** Why a sign-in with the provider failed: the `failure` of the sign-in page's URL. */
export const SINGLE_SIGN_ON_FAILURES = [
  /** The provider does not respond, or not like a provider. */
  'unavailable',
  /** The person or the provider declined. */
  'denied',
  /** Begun in another browser, too long ago, or used before. */
  'expired',
  /** The provider's response is not valid. */
  'failed',
  /** The provider did not ask for the password again. */
  'not_confirmed',
  'unverified_address',
  'not_invited',
  /** The address belongs to an account that is linked with another person at the provider. */
  'other_account',
  'too_many_attempts',
] as const
export type SingleSignOnFailure = (typeof SINGLE_SIGN_ON_FAILURES)[number]
