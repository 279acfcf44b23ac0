import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { createLogger } from '../../src/logger.ts'
import { migratePostgres } from '../../src/postgres/migrate.ts'
import { openPostgres, type Postgres } from '../../src/postgres/open-postgres.ts'
import { putEmptyDatabase } from './empty-database.ts'
import { createServerDatabase, noPostgresServer, startPostgresServer } from './postgres-server.ts'

/** Databases, hashing and a busy machine take their time. */
const patience = { timeout: 30_000 }

/**
 * The same tests on both kinds of Postgres: embedded, and a real server where the machine has one. Each
 * kind is opened once for the file; every test begins with empty, migrated tables.
 *
 * @param tests receives a function that returns the database of the test.
 */
export function describeEachPostgres(name: string, tests: (db: () => Postgres['db']) => void): void {
  describe(`${name}, on the embedded Postgres`, patience, () => {
    withDatabase(openEmbedded, tests)
  })

  const note = noPostgresServer === undefined ? '' : ` (skipped: ${noPostgresServer})`
  describe.skipIf(noPostgresServer !== undefined)(`${name}, on a PostgreSQL server${note}`, patience, () => {
    withDatabase(openOnServer, tests)
  })
}

function withDatabase(open: () => Promise<Postgres>, tests: (db: () => Postgres['db']) => void): void {
  let postgres: Postgres
  let tables: readonly string[]

  beforeAll(async () => {
    postgres = await open()
    await migratePostgres(postgres.db, createLogger('silent'))
    tables = await emptyTables(postgres.db)
  }, 60_000)

  beforeEach(() => emptyAgain(postgres.db, tables))

  afterAll(() => postgres.close())

  tests(() => postgres.db)
}

/** The names of all tables that migrations leave without a row. */
async function emptyTables(db: Postgres['db']): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(db)
  const found: string[] = []
  for (const { name } of rows) {
    const some = await sql`select from ${sql.raw(name)} limit 1`.execute(db)
    if (some.rows.length === 0) found.push(name)
  }
  return found
}

/** By `delete`, since `truncate` makes new files for every table and index, which takes thirty times as long. */
async function emptyAgain(db: Postgres['db'], tables: readonly string[]): Promise<void> {
  const deletes = tables.map((table) => `delete from ${table};`).join('\n')
  // As a replica does: without foreign keys, which would ask for an order, and without the guard of the audit log.
  await sql
    .raw(`do $$ begin perform set_config('session_replication_role', 'replica', true); ${deletes} end $$`)
    .execute(db)
}

async function openEmbedded(): Promise<Postgres> {
  const directory = await mkdtemp(join(tmpdir(), 'half-measure-postgres-'))
  const path = join(directory, 'postgres')
  await putEmptyDatabase(path)
  const { db, close } = await openPostgres({ kind: 'embedded', path })
  return {
    db,
    async close() {
      await close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function openOnServer(): Promise<Postgres> {
  const server = await startPostgresServer()
  const { db, close } = await openPostgres({
    kind: 'server',
    url: await createServerDatabase(server, `half_measure_${process.pid}`),
  })
  return {
    db,
    async close() {
      await close()
      await server.stop()
    },
  }
}
