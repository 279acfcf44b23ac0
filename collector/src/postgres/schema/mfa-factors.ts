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
}
