import type { Role } from '@half-measure/shared/auth/roles.ts'
import type { ColumnType, Generated } from 'kysely'

export interface IdentityTables {
  /** People who can sign in. Rights come from `admin_profiles`. */
  users: {
    id: Generated<string>
    /** Trimmed, lower case, unique. */
    email: string
    /** argon2id in PHC form, which includes parameters and salt. */
    password_hash: string
    created_at: Date
    last_sign_in_at: Date | null
    /** Earlier addresses: the configured administrator is not created again under one of them. */
    former_emails: Generated<string[]>
  }
  /** A row makes a user an administrator. */
  admin_profiles: {
    user_id: string
    role: Role
    created_at: Date
    /** Administrators' routes stay closed until a second factor is verified. */
    second_factor_required: Generated<boolean>
  }
  /** The person at a provider whose sign-in opens an account: one per account and provider. */
  identities: {
    issuer: string
    /** The provider's id of the person; unlike addresses, it never changes hands. */
    subject: string
    user_id: string
    created_at: Date
  }
  /** One sign-in and everything refreshed from it: a family of refresh tokens. */
  sessions: {
    id: Generated<string>
    user_id: string
    created_at: Date
    refreshed_at: Date
    /** Set once, never cleared. */
    ended_at: Date | null
    ended_by: SessionEnd | null
    /** When password and second factor were last verified; carried over to a replacing session. */
    authenticated_at: Date
    /** How the session began. After a mailed link, setting a password needs no old one, and makes this `password`. */
    method: Generated<SessionMethod>
    /** Authenticator assurance level: `aal2` once a second factor was verified. */
    aal: Generated<'aal1' | 'aal2'>
    /** As in "Firefox on Windows", from the user agent, which is not kept; null for an unknown browser. */
    browser: string | null
  }
  /** Every refresh token of a session, used ones included, because they reveal reuse. */
  refresh_tokens: {
    /** SHA-256. Only the client has the token. */
    token_hash: Buffer
    session_id: string
    issued_at: Date
    /** First exchange for a new token; null while unused. */
    rotated_at: Date | null
  }
  /** Mailed links that open an account, once. */
  account_tokens: {
    /** SHA-256. Only the email has the token. */
    token_hash: Buffer
    user_id: string
    purpose: AccountTokenPurpose
    created_at: Date
    expires_at: Date
    used_at: Date | null
    /** For `email_change`: the address to change to. */
    new_email: string | null
    /** For `invite`: the role it gives. */
    role: Role | null
  }
  /** Authenticator apps. Only verified ones count at sign-in. */
  mfa_factors: {
    id: Generated<string>
    user_id: string
    factor_type: 'totp' | 'phone'
    friendly_name: string | null
    /** The shared secret, encrypted by the collector. */
    secret: Buffer
    status: 'unverified' | 'verified'
    created_at: Date
    verified_at: Date | null
    /** Time step of the last accepted code; no code of it or before it is accepted. */
    last_step: Generated<number | null>
  }
  /** A request for a code, for one session. Deleted after a correct one. */
  mfa_challenges: {
    id: Generated<string>
    factor_id: string
    session_id: string
    created_at: Date
  }
  /** WebAuthn credentials, which sign in alone or count as a second factor. */
  passkeys: {
    id: Generated<string>
    user_id: string
    friendly_name: string
    /** As the authenticator gave it, in base64url. */
    credential_id: string
    /** In COSE form. */
    public_key: Buffer
    /** Uses, as the authenticator counts them; 0 for good where it does not. Written as a number. */
    counter: ColumnType<string, number, number>
    /** How browsers reach the authenticator: `internal`, `hybrid`, `usb` … */
    transports: string[]
    created_at: Date
    last_used_at: Date | null
  }
  /** Used challenges, successful or not, kept until they expire so that none is used again. */
  used_passkey_challenges: {
    /** Base64url. */
    challenge: string
    used_at: Date
  }
  /** One-time codes in place of a second factor. Used ones are deleted. */
  recovery_codes: {
    user_id: string
    /** Keyed hash: a code is too short for a plain one. */
    code_hash: Buffer
    created_at: Date
  }
  /** Security events, in order. Holds no network address and no password. */
  audit_log: {
    id: Generated<string>
    at: Date
    event: string
    /** The account concerned; null where none is known. Kept when the account is deleted. */
    user_id: string | null
    /** Written as JSON text. */
    details: ColumnType<Record<string, unknown>, string, never>
    chain: Generated<string>
    /** Within the chain, from 1 on. Set by the database, like the hash. */
    position: ColumnType<string, never, never>
    /** SHA-256 of the previous hash and the entry. */
    hash: ColumnType<Buffer, never, never>
  }
  /** Attempts that count against a limit, kept for its window. */
  limited_attempts: {
    id: Generated<string>
    /** Keyed hash of the limit and its subject; neither an address nor an account can be read from it. */
    key_hash: Buffer
    at: Date
  }
}

export type SessionEnd =
  | 'sign_out'
  /** By another administrator. */
  | 'administrator'
  | 'token_reuse'
  | 'password_reset'
  | 'password_change'
  | 'second_factor_reset'
  /** The account became an administrator's. */
  | 'right_granted'
  /** Replaced by the session that passed the second factor. */
  | 'second_factor_passed'
  /** Replaced by a sign-in that confirmed it. */
  | 'signed_in_again'
  | 'single_sign_on_unlinked'

export type SessionMethod = 'password' | 'passkey' | 'oidc' | 'recovery' | 'invite'

export type AccountTokenPurpose = 'recovery' | 'invite' | 'email_change'
