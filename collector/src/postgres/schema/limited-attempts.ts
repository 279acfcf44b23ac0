import type { Generated } from 'kysely'

/** What counts against a limit, one row per attempt, kept for as long as the limit's window. */
export interface LimitedAttemptsTable {
  id: Generated<string>
  /** Keyed hash of what is limited and for whom; neither an address nor an account can be read from it. */
  key_hash: Buffer
  at: Date
}
