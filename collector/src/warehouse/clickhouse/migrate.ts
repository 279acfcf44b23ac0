import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ClickHouseClient } from '@clickhouse/client'
import { dateTime64 } from '../../events/date-time64.ts'
import type { Logger } from '../../platform/logger.ts'
import { DATABASE, type ShardClients } from './clickhouse.ts'
import { runQuery } from './query.ts'
import { makeUnionTables, UNION_DATABASE } from './union-tables.ts'

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
 * Brings a shard to this version. Each file is idempotent, so an interrupted one is simply run again.
 *
 * @param cluster set if there are other shards.
 * @throws {MigrationError} if another version made the database.
 */
export async function migrateClickHouse(shard: MigratedShard, log: Logger, cluster?: string): Promise<void> {
  await createDatabases(shard, log, cluster === undefined ? [DATABASE] : [DATABASE, UNION_DATABASE])
  await expectShard(shard)
  const { migrator } = shard
  const adapted = shard.replicated ? replicated : (statement: string) => statement
  await migrator.command({ query: adapted(RECORD) })
  for (const { number, name, statements, checksum } of await missingMigrations(migrator)) {
    for (const statement of statements) await migrator.command({ query: adapted(statement) })
    await migrator.insert({
      table: `${DATABASE}.schema_migrations`,
      format: 'JSONEachRow',
      values: [{ number, name, checksum, applied_at: dateTime64(Date.now()) }],
    })
    log.info({ migration: name }, 'clickhouse: migrated')
  }
  if (cluster !== undefined) await makeUnionTables(migrator, cluster)
}

const RECORD = `CREATE TABLE IF NOT EXISTS ${DATABASE}.schema_migrations
  (number UInt32, name String, checksum String, applied_at DateTime64(3, 'UTC'))
  ENGINE = MergeTree ORDER BY number`

type MigratedShard = Pick<ShardClients, 'number' | 'migrator' | 'replicas' | 'replicated'>

/** Creates databases on every replica that responds. Others get them, and their tables, at a collector's later start. */
async function createDatabases(
  { number, replicas, replicated: isReplicated }: MigratedShard,
  log: Logger,
  names: readonly string[],
): Promise<void> {
  const engine = isReplicated ? replicatedDatabase : () => ''
  const outcomes = await Promise.allSettled(
    replicas.map(async (replica) => {
      for (const name of names)
        await replica.command({
          query: `CREATE DATABASE IF NOT EXISTS ${name} ${engine(name)} COMMENT '${commentOf(number)}'`,
        })
    }),
  )
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  )
  if (failures.length === replicas.length) throw failures[0]
  for (const err of failures) log.warn({ err }, 'clickhouse: a replica does not respond; the others go on')
}

/** Records the shard's number for ever: in another position its rows would not be found. */
function commentOf(number: number): string {
  return `shard ${number}`
}

/** @throws {MigrationError} if the database belongs to another shard. */
async function expectShard({ migrator, number }: MigratedShard): Promise<void> {
  const [found] = await runQuery(migrator, {
    name: 'which shard it is',
    sql: `SELECT comment FROM system.databases WHERE name = '${DATABASE}'`,
    row: z.object({ comment: z.string() }),
  })
  if (found?.comment === '' || found?.comment === commentOf(number)) return
  throw new MigrationError(
    `CLICKHOUSE_SHARDS has ${found?.comment ?? 'no shard'} in the place of shard ${number}. Shards keep their order, and new ones come last.`,
  )
}

/** Migrations the database has not applied, oldest first. */
async function missingMigrations(client: ClickHouseClient): Promise<Migration[]> {
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

/** @throws {MigrationError} if this version has no migration with that number. */
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
          'there is no upgrade: move DATA_DIR away (with a ClickHouse server, also drop its database analytics) and start ' +
          'again, or run the version that made it.',
      )
    }
  }
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

/*
 * Rewrites statements for a single server as statements for a replicated shard. A database of the engine Replicated
 * passes every statement that makes or changes a table on to all of its replicas, unavailable and new ones included;
 * the tables copy each other's parts.
 */

/** How long a repeated insert is recognised, in seconds: as long as the log may repeat it. */
const DEDUPLICATION_SECONDS = 7 * 24 * 3_600

/** The engine of a database shared by a shard's replicas. */
export function replicatedDatabase(name: string): string {
  return `ENGINE = Replicated('/clickhouse/databases/${name}/{shard}', '{shard}', '{replica}')`
}

/** The statement, creating replicated tables if it creates any. */
export function replicated(statement: string): string {
  return statement
    .replace(/\bENGINE = (?!Replicated)(\w*)MergeTree\b/, 'ENGINE = Replicated$1MergeTree')
    .replace(
      /\bnon_replicated_deduplication_window = (\d+)/,
      `replicated_deduplication_window = $1, replicated_deduplication_window_seconds = ${DEDUPLICATION_SECONDS}`,
    )
}
