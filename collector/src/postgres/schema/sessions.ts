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
}

export type SessionEnd = 'sign_out' | 'token_reuse' | 'password_reset'
