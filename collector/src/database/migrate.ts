import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration'
import type { PostgresConfig } from '../config/config.ts'
import type { Logger } from '../platform/logger.ts'
import * as baseline from './migrations/20261128T042000-baseline.ts'
import { openPostgres } from './open-postgres.ts'
import type { Db } from './schema/database.ts'

/**
 * Every migration, oldest first, listed by hand so that a build contains exactly these. A released migration is
 * frozen and imports nothing of the application.
 */
const MIGRATIONS: Record<string, Migration> = { '20261128T042000-baseline': baseline }

export class MigrationError extends Error {
  override name = 'MigrationError'
  readonly code = 'postgres_migration_failed'
}

/**
 * Migrates the database. If the tables belong to a separate account, it migrates them and grants the collector's account
 * its rights.
 *
 * @param db connection of the collector's account.
 * @throws {MigrationError}
 */
export async function bringUpToDate(config: PostgresConfig, db: Db, log: Logger): Promise<void> {
  if (config.migrationUrl === undefined) return migratePostgres(db, log)
  const owner = await openPostgres(asOwner(config))
  try {
    await migratePostgres(owner.db, log)
    await grantToCollector(owner.db, await accountOf(db))
  } finally {
    await owner.close()
  }
}

/** The same database, for the account that owns the tables. */
export function asOwner(config: PostgresConfig): PostgresConfig {
  return config.migrationUrl === undefined ? config : { kind: 'server', url: config.migrationUrl }
}

/**
 * Migrates the database to this build's schema. Safe to repeat and to run from several collectors at once, because the
 * migrator takes a lock.
 *
 * @param upTo name of the last migration to run; the latest by default.
 * @throws {MigrationError} if a migration failed and was rolled back, or the database was made by another version.
 */
export async function migratePostgres(db: Db, log: Logger, upTo?: string): Promise<void> {
  const unknown = (await appliedMigrations(db)).filter((name) => !(name in MIGRATIONS))
  if (unknown.length > 0) {
    throw new MigrationError(
      `The Postgres database was made by another version: it has ${unknown.join(', ')}, which this build does not know. ` +
        'Start the version that wrote it, or restore a backup made before that version. Before the first release there ' +
        'is no upgrade: otherwise move DATA_DIR away (with a PostgreSQL server, also drop the database).',
    )
  }

  if (upTo !== undefined) expectMigration(upTo)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error, results = [] } = await (upTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(upTo))
  for (const result of results) {
    if (result.status === 'Success') log.info({ migration: result.migrationName }, 'postgres migrated')
  }
  if (error === undefined) return
  const failed = results.find((result) => result.status === 'Error')
  throw new MigrationError(
    `The Postgres migration ${failed?.migrationName ?? 'run'} failed and was rolled back: ${messageOf(error)}${hintFor(error)}`,
    { cause: error },
  )
}

/** @throws {MigrationError} if this build has no migration of that name. */
export function expectMigration(name: string): void {
  if (name in MIGRATIONS) return
  throw new MigrationError(
    `This build has no Postgres migration ${name}. Use the version that made the backup.`,
  )
}

/** Names of the migrations that a database has, oldest first. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const table = await sql<{ found: boolean }>`
    select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as found`.execute(db)
  if (!table.rows[0]?.found) return []
  const applied = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db)
  return applied.rows.map((row) => row.name)
}

/**
 * Grants access to rows and nothing else: the collector cannot create, alter, truncate or drop a table, rewrite the
 * audit log, or claim that a migration was run.
 */
async function grantToCollector(owner: Db, account: string): Promise<void> {
  if (account === (await accountOf(owner))) return
  const to = sql.ref(account)
  await owner.transaction().execute(async (trx) => {
    // Concurrent grants on one table fail instead of waiting, and several collectors may start at once.
    await sql`select pg_advisory_xact_lock(hashtext('grants'))`.execute(trx)
    await sql`grant select, insert, update, delete on all tables in schema public to ${to}`.execute(trx)
    await sql`revoke update on audit_log from ${to}`.execute(trx)
    await sql`revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${to}`.execute(
      trx,
    )
  })
}

async function accountOf(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_user as name`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a query without a row')
  return row.name
}

/** SQLSTATE 42501: insufficient privilege. */
function hintFor(error: unknown): string {
  const isRefused = error instanceof Error && 'code' in error && error.code === '42501'
  return isRefused ? '. Set DATABASE_MIGRATION_URL to the account that owns the tables.' : ''
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
