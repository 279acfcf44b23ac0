import type { Kysely } from 'kysely'
import type { Logger } from '../platform/logger.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Database } from '../database/schema/database.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import type { FactorSecrets } from './factor-secrets.ts'

/** What the functions of this folder work with. */
export interface AuthContext {
  readonly db: Kysely<Database>
  readonly now: () => Date
  readonly accessTokens: AccessTokens
  readonly limits: AttemptLimits
  readonly factorSecrets: FactorSecrets
  /** To be woken once the transaction that wrote a mail is over. */
  readonly mailer: Pick<Mailer, 'wake'>
  readonly log: Logger
  /** Of the dashboard; mailed links lead there. */
  readonly dashboard: string
}
