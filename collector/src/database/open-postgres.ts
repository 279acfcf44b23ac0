import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import type { StoreConfig } from '../config/config.ts'
import { openPglite } from './open-pglite.ts'
import type { Database, Db } from './schema/database.ts'

export interface Postgres {
  readonly db: Db
  /** Waits for running queries, then closes the connections and the embedded engine. */
  readonly close: () => Promise<void>
}

/**
 * The database of accounts and audience. Embedded or on a server, everything goes through `pg`'s pool. A server is
 * not contacted before the first query.
 *
 * Embedded, a committed row survives a killed process but not a power cut: PGlite never syncs its files.
 *
 * @throws {EmbeddedPostgresMissingError} where PGlite is needed and not installed.
 */
export async function openPostgres(config: StoreConfig): Promise<Postgres> {
  if (config.kind === 'server') {
    const pool = new Pool({
      connectionString: config.url,
      application_name: 'half-measure-collector',
      max: 10,
      connectionTimeoutMillis: 5000,
      statement_timeout: 30_000,
    })
    return overPool(pool, async () => {})
  }
  const pglite = await openPglite(config.path)
  return overPool(new Pool(pglite.poolConfig), () => pglite.close())
}

function overPool(pool: Pool, closeEngine: () => Promise<void>): Postgres {
  // An idle connection that breaks is replaced at the next query, which reports what is then wrong.
  pool.on('error', () => {})
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    async close() {
      // Kysely ends the pool only if it was used.
      await db.destroy()
      if (!pool.ended) await pool.end()
      await closeEngine()
    },
  }
}
