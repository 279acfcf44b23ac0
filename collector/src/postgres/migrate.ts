import { sql, type Kysely } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration'
import type { Logger } from '../platform/logger.ts'
import * as accounts from './migrations/20261120T090000-accounts.ts'
import * as outbox from './migrations/20261120T120000-outbox.ts'
import * as newsletter from './migrations/20261120T130000-newsletter.ts'
import * as contactMessages from './migrations/20261120T140000-contact-messages.ts'
import * as consentRecords from './migrations/20261120T150000-consent-records.ts'
import * as secondFactors from './migrations/20261120T160000-second-factors.ts'
import * as editions from './migrations/20261121T090000-editions.ts'
import * as changeOfAddress from './migrations/20261121T090100-change-of-address.ts'
import * as auditLogByEvent from './migrations/20261121T090200-audit-log-by-event.ts'
import * as savedFunnels from './migrations/20261121T100000-saved-funnels.ts'
import * as affiliateCommissions from './migrations/20261121T101000-affiliate-commissions.ts'
import * as annotations from './migrations/20261121T110000-annotations.ts'
import * as savedViews from './migrations/20261121T110100-saved-views.ts'
import * as statsKeys from './migrations/20261121T130000-stats-keys.ts'
import * as reports from './migrations/20261121T131000-reports.ts'
import type { Database } from './schema/database.ts'

/**
 * Every migration, oldest first, listed by hand so that a build carries exactly these. A released migration is
 * frozen and imports nothing of the application: it has to mean the same for ever.
 */
const migrations: Record<string, Migration> = {
  '20261120T090000-accounts': accounts,
  '20261120T120000-outbox': outbox,
  '20261120T130000-newsletter': newsletter,
  '20261120T140000-contact-messages': contactMessages,
  '20261120T150000-consent-records': consentRecords,
  '20261120T160000-second-factors': secondFactors,
  '20261121T090000-editions': editions,
  '20261121T090100-change-of-address': changeOfAddress,
  '20261121T090200-audit-log-by-event': auditLogByEvent,
  '20261121T100000-saved-funnels': savedFunnels,
  '20261121T101000-affiliate-commissions': affiliateCommissions,
  '20261121T110000-annotations': annotations,
  '20261121T110100-saved-views': savedViews,
  '20261121T130000-stats-keys': statsKeys,
  '20261121T131000-reports': reports,
}

export class MigrationError extends Error {
  override name = 'MigrationError'
  readonly code = 'postgres_migration_failed'
}

/**
 * Brings the database to this build's schema. Safe to repeat, and safe from several collectors at once: the
 * migrator takes a lock of the database.
 *
 * @param upTo name of the last migration that is wanted; all of them unless told.
 * @throws {MigrationError} where a migration fails (nothing of it stays), or the database is newer than this build.
 */
export async function migratePostgres(db: Kysely<Database>, log: Logger, upTo?: string): Promise<void> {
  const unknown = (await appliedMigrations(db)).filter((name) => !(name in migrations))
  if (unknown.length > 0) {
    throw new MigrationError(
      `The Postgres database is newer than this build: it has ${unknown.join(', ')}, which this build does not know. ` +
        'Start the version that wrote it, or restore a backup made before that version.',
    )
  }

  if (upTo !== undefined) expectMigration(upTo)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await (upTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(upTo))
  for (const result of results) {
    if (result.status === 'Success') log.info({ migration: result.migrationName }, 'postgres migrated')
  }
  if (error === undefined) return
  const failed = results.find((result) => result.status === 'Error')
  throw new MigrationError(
    `The Postgres migration ${failed?.migrationName ?? 'run'} failed and left nothing behind: ${messageOf(error)}${hintFor(error)}`,
    { cause: error },
  )
}

/** @throws {MigrationError} if this version has none of that name. */
export function expectMigration(wanted: string): void {
  if (wanted in migrations) return
  throw new MigrationError(`There is no Postgres migration ${wanted} in this version; a newer one has it.`)
}

/** Names of the migrations that a database has had, oldest first. */
export async function appliedMigrations(db: Kysely<Database>): Promise<string[]> {
  const table = await sql<{ found: boolean }>`
    select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as found`.execute(db)
  if (!table.rows[0]?.found) return []
  const applied = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db)
  return applied.rows.map((row) => row.name)
}

/** SQLSTATE 42501: the account may not. */
function hintFor(error: unknown): string {
  const isRefused = error instanceof Error && 'code' in error && error.code === '42501'
  return isRefused ? '. Set DATABASE_MIGRATION_URL to the account that owns the tables.' : ''
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
