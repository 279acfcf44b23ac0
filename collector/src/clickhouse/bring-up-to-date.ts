import type { ClickHouseConfig } from '../config/config.ts'
import type { Logger } from '../logger.ts'
import { migrateClickHouse, missingMigrations } from './migrate.ts'
import { type ClickHouse, openClickHouse } from './open-clickhouse.ts'

/** A migration may read all rows that are there, at some four million a second. */
const MIGRATION_TIMEOUT_MS = 6 * 3_600_000

/**
 * Migrates the database, however long that takes: one that was given up would go on there, and be begun again here.
 * Whether there is anything to do is asked with the patience of any question, so that a silent server is noticed.
 *
 * @throws {MigrationError}
 */
export async function bringUpToDate(
  config: ClickHouseConfig,
  { migrator, embedded }: Pick<ClickHouse, 'migrator' | 'embedded'>,
  log: Logger,
  stop: AbortSignal,
): Promise<void> {
  if (embedded) return migrateClickHouse(migrator, log)
  if ((await missingMigrations(migrator)).length === 0) return
  const patient = await openClickHouse(config, { requestTimeoutMs: MIGRATION_TIMEOUT_MS })
  const close = () => void patient.close()
  stop.addEventListener('abort', close, { once: true })
  try {
    await migrateClickHouse(patient.migrator, log)
  } finally {
    stop.removeEventListener('abort', close)
    await patient.close()
  }
}
