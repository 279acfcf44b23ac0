import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { PostgresConfig } from '../../src/config/config.ts'
import { putMigratedDatabase } from './migrated-database.ts'
import { noPostgresServer } from './postgres-server.ts'
import { createServerDatabase } from './server-database.ts'
import { temporaryDirectory } from './temporary-directory.ts'

export const ADMIN = { email: 'admin@halfmeasure.test', password: 'not-the-default-1' }

/** Of a collector that has it. */
export const ADMIN_ENV = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }

/** An empty database for the running test and the programs that it starts, in a directory of its own. */
export async function ownEmbeddedDatabase(): Promise<PostgresConfig> {
  const path = join(temporaryDirectory(), 'postgres')
  await putMigratedDatabase(path)
  return { kind: 'embedded', path }
}

/** The same where PostgreSQL is not the subject: on the run's server if there is one, which each program opens a second faster. */
export async function ownDatabase(): Promise<PostgresConfig> {
  if (noPostgresServer !== undefined) return ownEmbeddedDatabase()
  const { url, drop } = await createServerDatabase('migrated')
  onTestFinished(drop)
  return { kind: 'server', url }
}

/**
 * The environment of collectors and commands for it, with `ADMIN` as their administrator.
 *
 * @param kind `empty` for a restore.
 */
export async function ownDatabaseEnv(
  kind: 'empty' | 'migrated' = 'migrated',
): Promise<Record<string, string>> {
  if (noPostgresServer !== undefined) return ADMIN_ENV
  const { url, drop } = await createServerDatabase(kind)
  onTestFinished(drop)
  return { ...ADMIN_ENV, DATABASE_URL: url }
}
