import type { Kysely } from 'kysely'
import type { AttemptLimits } from '../auth/attempt-limits.ts'
import type { Config } from '../config/config.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Database } from '../database/schema/database.ts'
import type { LetterTickets } from './editions/letter-tickets.ts'

/** What the functions of this folder work with. */
export interface PeopleContext {
  readonly db: Kysely<Database>
  readonly now: () => Date
  readonly limits: AttemptLimits
  /** To be woken once the transaction that wrote a mail is over. */
  readonly mailer: Pick<Mailer, 'wake'>
  readonly origins: Pick<Config['origins'], 'site' | 'dashboard'>
  /** To be woken where an edition begins or goes on. */
  readonly sender: { wake(): void }
  readonly tickets: LetterTickets
}
