import { z } from 'zod'
import { EmailAddress } from '../audience/email-address.ts'
import { line } from '../text.ts'
import { PasskeyAssertion } from './passkey.ts'
import { Session } from './session.ts'

/** `POST /api/auth/recover`; 200 `{}`, whether there is such an account or not. */
export const RecoveryRequest = z.object({ email: EmailAddress })

/** `POST /api/auth/verify`: the token of a mailed link, for a session that may set a password. */
export const LinkToken = z.object({ type: z.enum(['recovery', 'invite']), token: z.string().min(1).max(100) })
export type LinkToken = z.infer<typeof LinkToken>

/** `PATCH /api/auth/user`. The current password is not required in a session that began with a mailed link. */
export const PasswordChange = z.object({
  password: z.string().min(1).max(1_000),
  current_password: z.string().min(1).max(1_000).optional(),
})
export type PasswordChange = z.infer<typeof PasswordChange>

/** `PATCH /api/auth/user` as well: 200; nothing changes until the link mailed to the new address is used. */
export const EmailChange = z.object({ email: EmailAddress, current_password: z.string().min(1).max(1_000) })
export type EmailChange = z.infer<typeof EmailChange>

/** Changes either the address or the password. */
export const UserChange = z.union([
  EmailChange.extend({ password: z.undefined().optional() }),
  PasswordChange.extend({ email: z.undefined().optional() }),
])

/** `POST /api/auth/email-change`: 200 `{}`. */
export const EmailChangeLink = z.object({ token: z.string().min(1).max(100) })

/** `POST /api/auth/factors`. */
export const FactorRequest = z.object({
  factor_type: z.literal('totp').default('totp'),
  /** What the owner calls the device. */
  friendly_name: line(60).optional(),
})
export type FactorRequest = z.infer<typeof FactorRequest>

/** A factor that counts once one of its codes was verified. The secret is shown only once. */
export const EnrolledFactor = z.object({
  id: z.uuid(),
  factor_type: z.literal('totp'),
  friendly_name: z.string().nullable(),
  totp: z.object({
    /** Base32, for typing. */
    secret: z.string(),
    /** `otpauth://…`, for a picture to scan. */
    uri: z.string(),
  }),
})
export type EnrolledFactor = z.infer<typeof EnrolledFactor>

/** `POST /api/auth/factors/:id/challenge`. */
export const FactorChallenge = z.object({
  id: z.uuid(),
  /** Seconds since 1970. */
  expires_at: z.int(),
})
export type FactorChallenge = z.infer<typeof FactorChallenge>

/** `POST /api/auth/factors/:id/verify`: six digits, or a recovery code in any spelling. */
export const FactorVerification = z.object({
  challenge_id: z.uuid(),
  code: z.string().trim().min(1).max(100),
})
export type FactorVerification = z.infer<typeof FactorVerification>

/** `POST /api/auth/recovery-codes/verify`: a recovery code as the second factor. Responds with a `FactorSession`. */
export const RecoveryCodeVerification = z.object({ code: z.string().trim().min(1).max(100) })

/** The same session, now at `aal2`. The codes come with an account's first factor, and are shown only once. */
export const FactorSession = Session.extend({ recovery_codes: z.array(z.string()).optional() })
export type FactorSession = z.infer<typeof FactorSession>

/**
 * `POST /api/auth/reauthenticate`: 204. The password, plus a code or recovery code if the account has a second
 * factor; or a passkey alone.
 */
export const Reauthentication = z.union([
  z.object({ credential: PasskeyAssertion }),
  z.object({
    credential: z.undefined().optional(),
    password: z.string().min(1).max(1_000),
    code: z.string().trim().min(1).max(100).optional(),
  }),
])
export type Reauthentication = z.infer<typeof Reauthentication>

/** `POST /api/auth/recovery-codes`: ten new codes; older ones stop working. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

/** `GET /api/auth/recovery-codes`. */
export const RecoveryCodesLeft = z.object({ remaining: z.int() })
export type RecoveryCodesLeft = z.infer<typeof RecoveryCodesLeft>

/** Where an account is signed in. */
export const OpenSession = z.object({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  refreshed_at: z.iso.datetime(),
  aal: z.enum(['aal1', 'aal2']),
  /** How it began. */
  method: z.enum(['password', 'passkey', 'oidc', 'recovery', 'invite']),
  /** As in "Firefox on Windows"; null for a client that names no known browser, such as a script. */
  browser: z.string().nullable(),
})
export type OpenSession = z.infer<typeof OpenSession>

/** `GET /api/auth/sessions`, newest first. `DELETE /api/auth/sessions/:id` ends one; 204. */
export const OwnSessions = z.array(
  OpenSession.extend({
    /** The requesting session. */
    current: z.boolean(),
  }),
)
export type OwnSessions = z.infer<typeof OwnSessions>
