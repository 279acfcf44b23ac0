import type { Generated } from 'kysely'

/** One sign-in and all that was refreshed from it: the family of its refresh tokens. */
export interface SessionsTable {
  id: Generated<string>
  user_id: string
  created_at: Date
  refreshed_at: Date
  /** Set once, never cleared. */
  ended_at: Date | null
  ended_by: SessionEnd | null
  /** What it began with. A mailed link counts until a password is set: that one need not know the old one. */
  method: Generated<SessionMethod>
  /** `aal2` once a second factor was shown. */
  aal: Generated<'aal1' | 'aal2'>
}

export type SessionEnd =
  | 'sign_out'
  | 'token_reuse'
  | 'password_reset'
  | 'password_change'
  | 'second_factor_reset'

export type SessionMethod = 'password' | 'recovery' | 'invite'
