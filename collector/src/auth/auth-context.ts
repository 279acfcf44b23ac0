import type { Kysely } from 'kysely'
import type { Database } from '../postgres/schema/database.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { AttemptLimits } from './attempt-limits.ts'

/** What the functions of this folder work with. */
export interface AuthContext {
  readonly db: Kysely<Database>
  readonly now: () => Date
  readonly accessTokens: AccessTokens
  readonly limits: AttemptLimits
}
