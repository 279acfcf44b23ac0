import type { Kysely } from 'kysely'
import type { AnalyticsTables } from './analytics-tables.ts'
import type { AudienceTables } from './audience-tables.ts'
import type { CoordinationTables } from './coordination-tables.ts'
import type { OutboxTable } from './email-tables.ts'
import type { IdentityTables } from './identity-tables.ts'
import type { WorkspaceTables } from './workspace-tables.ts'

/** Every table, as the migrations leave it. */
export interface Database
  extends IdentityTables, AudienceTables, WorkspaceTables, AnalyticsTables, CoordinationTables {
  outbox: OutboxTable
}

/** A connection to it, or a transaction. */
export type Db = Kysely<Database>

/** A database, and the clock for what is written to it. */
export interface ClockedDb {
  readonly db: Db
  readonly now: () => Date
}
