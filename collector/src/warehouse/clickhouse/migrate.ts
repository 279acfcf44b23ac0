import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ClickHouseClient } from '@clickhouse/client'
import type { Logger } from '../../platform/logger.ts'
import { DATABASE } from './open-clickhouse.ts'
import { runQuery } from './query.ts'

export class MigrationError extends Error {
  override name = 'MigrationError'
  readonly code = 'migration_refused'
}

interface Migration {
  readonly number: number
  readonly name: string
  readonly statements: readonly string[]
  readonly checksum: string
}

/**
 * Brings the database to this version. Each file is idempotent, so one that was cut short is simply run again.
 *
 * @throws {MigrationError} if another version made the database.
 */
export async function migrateClickHouse(client: ClickHouseClient, log: Logger): Promise<void> {
  for (const migration of await missingMigrations(client)) {
    for (const query of migration.statements) await client.command({ query })
    await client.insert({
      table: `${DATABASE}.schema_migrations`,
      format: 'JSONEachRow',
      values: [
        {
          number: migration.number,
          name: migration.name,
          checksum: migration.checksum,
          applied_at: new Date().toISOString().replace('T', ' ').replace('Z', ''),
        },
      ],
    })
    log.info({ migration: migration.name }, 'clickhouse: migrated')
  }
}

/** Those that the database has not had, oldest first. */
async function missingMigrations(client: ClickHouseClient): Promise<Migration[]> {
  await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${DATABASE}` })
  await client.command({
    query: `CREATE TABLE IF NOT EXISTS ${DATABASE}.schema_migrations
      (number UInt32, name String, checksum String, applied_at DateTime64(3, 'UTC'))
      ENGINE = MergeTree ORDER BY number`,
  })
  const migrations = await readMigrations()
  const applied = await runQuery(client, {
    name: 'applied migrations',
    sql: `SELECT number, any(name) AS name, any(checksum) AS checksum
      FROM ${DATABASE}.schema_migrations GROUP BY number ORDER BY number`,
    row: z.object({ number: z.int(), name: z.string(), checksum: z.string() }),
  })
  refuseOtherVersions(migrations, applied)
  const known = new Set(applied.map(({ number }) => number))
  return migrations.filter(({ number }) => !known.has(number))
}

/** @throws {MigrationError} if this version has none of that number. */
export async function expectMigration(wanted: number): Promise<void> {
  if ((await readMigrations()).some(({ number }) => number === wanted)) return
  throw new MigrationError(`There is no ClickHouse migration ${wanted} in this version; a newer one has it.`)
}

function refuseOtherVersions(
  migrations: readonly Migration[],
  applied: readonly { number: number; name: string; checksum: string }[],
): void {
  for (const { number, name, checksum } of applied) {
    const migration = migrations.find((candidate) => candidate.number === number)
    if (!migration) {
      throw new MigrationError(
        `The ClickHouse database has migration ${name}, which this version does not know. ` +
          'A newer version made it: run that version, or restore a backup taken before the upgrade.',
      )
    }
    if (migration.checksum !== checksum) {
      throw new MigrationError(
        `The ClickHouse database was made with another version of the schema (${name}). Nothing has been released, so ` +
          'there is no upgrade: move DATA_DIR away (of a server, drop the database analytics as well) and start ' +
          'again, or run the version that made it.',
      )
    }
  }
}

/** Every statement of all migrations that makes, changes or drops a table; those about its rows are left out. */
export async function readDefinitions(): Promise<string[]> {
  const migrations = await readMigrations()
  return migrations.flatMap(({ statements }) =>
    statements.filter((sql) => !/^(?:INSERT|TRUNCATE)\b/i.test(sql)),
  )
}

/** The numbered files beside this one, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const directory = join(import.meta.dirname, 'migrations')
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(directory, file), 'utf8')
      return {
        number: Number(file.slice(0, 4)),
        name: file.replace('.sql', ''),
        statements: splitStatements(text),
        checksum: createHash('sha256').update(text).digest('hex').slice(0, 16),
      }
    }),
  )
}

/** Statements end with a semicolon at the end of a line; `--` comments are dropped. */
export function splitStatements(text: string): string[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
