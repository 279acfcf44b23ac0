import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { openPostgres, type Postgres } from '../../src/database/open-postgres.ts'
import { putMigratedDatabase } from './migrated-database.ts'
import { noPostgresServer } from './postgres-server.ts'
import { createServerDatabase } from './server-database.ts'

type Tests = (db: () => Postgres['db']) => void

/**
 * Tests on a PostgreSQL server where the machine has one, on the embedded Postgres elsewhere. Every test begins with
 * empty, migrated tables.
 *
 * @param tests receives a function that returns the database of the test.
 */
export function describePostgres(name: string, tests: Tests): void {
  const hasServer = noPostgresServer === undefined
  describe(`${name}, on ${hasServer ? 'a PostgreSQL server' : 'the embedded Postgres'}`, () => {
    withDatabase(hasServer ? openOnServer : openEmbedded, tests)
  })
}

/** The same tests on both, for what leans on locks, time or transactions. */
export function describeEachPostgres(name: string, tests: Tests): void {
  describe(`${name}, on the embedded Postgres`, () => {
    withDatabase(openEmbedded, tests)
  })
  describePostgresServer(name, tests)
}

/** Tests of transactions that wait for each other: the embedded Postgres has one connection. */
export function describePostgresServer(name: string, tests: Tests): void {
  const note = noPostgresServer === undefined ? '' : ` (skipped: ${noPostgresServer})`
  describe.skipIf(noPostgresServer !== undefined)(`${name}, on a PostgreSQL server${note}`, () => {
    withDatabase(openOnServer, tests)
  })
}

type OpenDatabase = Pick<Postgres, 'db' | 'close'>

function withDatabase(open: () => Promise<OpenDatabase>, tests: Tests): void {
  let postgres: OpenDatabase
  let tables: readonly string[]

  beforeAll(async () => {
    postgres = await open()
    tables = await emptyTables(postgres.db)
  })

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
  // As a replica does: without foreign keys, which would require an order, and without the guard of the audit log.
  await sql
    .raw(`do $$ begin perform set_config('session_replication_role', 'replica', true); ${deletes} end $$`)
    .execute(db)
}

async function openEmbedded(): Promise<OpenDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'half-measure-postgres-'))
  const path = join(directory, 'postgres')
  await putMigratedDatabase(path)
  const { db, close } = await openPostgres({ kind: 'embedded', path })
  return {
    db,
    async close() {
      await close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function openOnServer(): Promise<OpenDatabase> {
  const { url, drop } = await createServerDatabase('migrated')
  const { db, close } = await openPostgres({ kind: 'server', url }, { connectMs: 60_000 })
  return {
    db,
    async close() {
      await close()
      await drop()
    },
  }
}
