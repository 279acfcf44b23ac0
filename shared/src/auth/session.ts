import { z } from 'zod'
import { EmailAddress } from '../audience/email-address.ts'
import { Role } from './roles.ts'

export const AuthUser = z.object({
  id: z.uuid(),
  email: EmailAddress,
  /** `email` is the account itself; `oidc` a person at a provider, known there as `identity_id`. */
  identities: z.array(
    z.object({
      provider: z.enum(['email', 'oidc']),
      identity_id: z.string(),
      /** Only for `oidc`. */
      issuer: z.string().optional(),
      linked_at: z.iso.datetime().optional(),
    }),
  ),
  factors: z.array(
    z.object({
      id: z.uuid(),
      factor_type: z.enum(['totp', 'phone', 'passkey']),
      status: z.literal('verified'),
      /** What the owner calls the device. */
      friendly_name: z.string().nullish(),
      /** Only for passkeys. */
      created_at: z.iso.datetime().optional(),
      /** Only for passkeys; null if not used yet. */
      last_used_at: z.iso.datetime().nullish(),
    }),
  ),
})
export type AuthUser = z.infer<typeof AuthUser>

/** Response to a sign-in or refresh. The refresh token is in a cookie unless the client requested it here. */
export const Session = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  token_type: z.literal('bearer'),
  /** Seconds from the response. */
  expires_in: z.int(),
  /** Seconds since 1970. */
  expires_at: z.int(),
  /**
   * `aal2` once a second factor was shown. A user with factors whose session is `aal1` has to show one first: until
   * then all but the factors' own calls respond with 403 `insufficient_aal`.
   */
  aal: z.enum(['aal1', 'aal2']).optional(),
  user: AuthUser,
})
export type Session = z.infer<typeof Session>

/**
 * A cookie that says only that somebody has signed in with this browser: without it a page of the dashboard leads straight
 * to the sign-in page. What it says may be out of date, and it gives no access.
 */
export const SIGNED_IN_COOKIE = 'half-measure-signed-in'

export const PasswordGrant = z.object({ email: EmailAddress, password: z.string().min(1) })
export type PasswordGrant = z.infer<typeof PasswordGrant>

export const AdminRole = z.object({ role: Role })

/** Only with embedded stores and in the demo; elsewhere 404. */
export const DemoCredentials = z.object({ email: z.string(), password: z.string() })
export type DemoCredentials = z.infer<typeof DemoCredentials>

/** Details of 403 `reauthentication_needed`: whether a code is needed too. */
export const ReauthenticationDetails = z.object({ second_factor: z.boolean() })
