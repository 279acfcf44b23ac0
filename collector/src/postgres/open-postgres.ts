import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import type { StoreConfig } from '../config/config.ts'
import { openPglite } from './open-pglite.ts'
import type { Database } from './schema/database.ts'

export interface Postgres {
  readonly db: Kysely<Database>
  /** Waits for running queries, then lets go of the connections and of the embedded engine. */
  readonly close: () => Promise<void>
}

/**
 * The people's database. Both kinds speak through `pg`'s pool; only construction differs. A server is not
 * contacted before the first query.
 *
 * Embedded, a committed row outlives a killed process but not a power cut: PGlite never syncs its files.
 *
 * @throws {EmbeddedPostgresMissingError} where PGlite is asked for and not installed.
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
