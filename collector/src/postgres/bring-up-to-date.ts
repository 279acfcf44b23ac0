import { sql, type Kysely } from 'kysely'
import type { PostgresConfig } from '../config/config.ts'
import type { Logger } from '../platform/logger.ts'
import { migratePostgres } from './migrate.ts'
import { openPostgres } from './open-postgres.ts'
import type { Database } from './schema/database.ts'

/**
 * Migrates the database. Where the tables have an owner of their own, that account does it, tells the collector's
 * account what it may do with them, and is not used again until the next start.
 *
 * @param db speaks as the collector's account.
 * @throws {MigrationError}
 */
export async function bringUpToDate(
  config: PostgresConfig,
  db: Kysely<Database>,
  log: Logger,
): Promise<void> {
  if (config.migrationUrl === undefined) return migratePostgres(db, log)
  const owner = await openPostgres(asOwner(config))
  try {
    await migratePostgres(owner.db, log)
    await grantToCollector(owner.db, await accountOf(db))
  } finally {
    await owner.close()
  }
}

/** The same database, spoken to by the account that owns the tables. */
export function asOwner(config: PostgresConfig): PostgresConfig {
  return config.migrationUrl === undefined ? config : { kind: 'server', url: config.migrationUrl }
}

/**
 * Rows of every table, and no more: no table is made, changed, emptied or dropped. What was written into the log of
 * security events cannot be rewritten, and which migrations were run is only to be read.
 */
async function grantToCollector(owner: Kysely<Database>, account: string): Promise<void> {
  if (account === (await accountOf(owner))) return
  const to = sql.ref(account)
  await owner.transaction().execute(async (trx) => {
    // Several collectors may start at once, and grants of the same table do not wait for each other.
    await sql`select pg_advisory_xact_lock(hashtext('grants'))`.execute(trx)
    await sql`grant select, insert, update, delete on all tables in schema public to ${to}`.execute(trx)
    await sql`revoke update on audit_log from ${to}`.execute(trx)
    await sql`revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${to}`.execute(
      trx,
    )
  })
}

async function accountOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_user as name`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a query without a row')
  return row.name
}
