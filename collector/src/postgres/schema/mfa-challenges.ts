import type { Generated } from 'kysely'

/** A question for a code, put to one session. Gone once it is answered rightly. */
export interface MfaChallengesTable {
  id: Generated<string>
  factor_id: string
  session_id: string
  created_at: Date
}
