import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { createLogger } from '../../src/logger.ts'
import { migratePostgres } from '../../src/postgres/migrate.ts'
import { openPostgres, type Postgres } from '../../src/postgres/open-postgres.ts'
import { createServerDatabase, noPostgresServer, startPostgresServer } from './postgres-server.ts'

/** Databases, hashing and a busy machine take their time. */
const patience = { timeout: 30_000 }

/**
 * The same tests on both kinds of Postgres: embedded in memory, and a real server where the machine has one. Each
 * kind is opened once for the file; every test begins with empty, migrated tables.
 *
 * @param tests receives a function that returns the database of the test.
 */
export function describeEachPostgres(name: string, tests: (db: () => Postgres['db']) => void): void {
  describe(`${name}, on the embedded Postgres`, patience, () => {
    withDatabase(() => openPostgres({ kind: 'embedded', path: 'memory://' }), tests)
  })

  const note = noPostgresServer === undefined ? '' : ` (skipped: ${noPostgresServer})`
  describe.skipIf(noPostgresServer !== undefined)(`${name}, on a PostgreSQL server${note}`, patience, () => {
    withDatabase(openOnServer, tests)
  })
}

function withDatabase(open: () => Promise<Postgres>, tests: (db: () => Postgres['db']) => void): void {
  let postgres: Postgres

  beforeAll(async () => {
    postgres = await open()
    await migratePostgres(postgres.db, createLogger('silent'))
  }, 60_000)

  beforeEach(async () => {
    await sql`truncate users, audit_log, limited_attempts, outbox, newsletter_subscribers, newsletter_tokens, contact_messages, consent_records, editions, saved_funnels, affiliate_commissions cascade`.execute(
      postgres.db,
    )
  })

  afterAll(() => postgres.close())

  tests(() => postgres.db)
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
