import type { Generated } from 'kysely'

/** Second factors. Only verified ones count at sign-in. */
export interface MfaFactorsTable {
  id: Generated<string>
  user_id: string
  factor_type: 'totp' | 'phone'
  friendly_name: string | null
  /** The shared secret, encrypted before it comes here. */
  secret: Buffer
  status: 'unverified' | 'verified'
  created_at: Date
  verified_at: Date | null
  /** The time step of the last code taken: no code is taken twice, and none older than it. */
  last_step: Generated<number | null>
}
