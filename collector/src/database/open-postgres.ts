import { Socket } from 'node:net'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import type { StoreConfig } from '../config/config.ts'
import { boundedPool } from './bounded-pool.ts'
import { openPglite } from './open-pglite.ts'
import type { Database, Db } from './schema/database.ts'

export interface Postgres {
  readonly db: Db
  /** For public routes: limited to part of the connections, so that strangers cannot take all of them. */
  readonly publicDb: Db
  /**
   * Rewrites the files of an embedded database, so that they no longer contain deleted rows. Queries wait for about a
   * second. On a server, that is up to its operator.
   */
  readonly scrub: () => Promise<void>
  /** Waits for running queries, then closes the connections and the embedded engine. */
  readonly close: () => Promise<void>
}

const CONNECTIONS = 10
/** The public routes' part of these. The rest is for administrators and background work. */
const PUBLIC_CONNECTIONS = 5

const STATEMENT_TIMEOUT_MS = 15_000
/**
 * Longer than the statement timeout: a server silent for this long is gone without having closed the connection. Idle
 * connections leave the pool after ten seconds.
 */
const RESPONSE_TIMEOUT_MS = 20_000

/**
 * Opens the database of accounts and audience, embedded or on a server, through `pg`'s pool. A server is first contacted
 * by the first query.
 *
 * Embedded, a committed row survives a killed process but not a power cut: PGlite never syncs its files.
 *
 * @throws {EmbeddedPostgresMissingError} where PGlite is needed and not installed.
 */
export async function openPostgres(
  config: StoreConfig,
  { connectMs = 5_000 }: { readonly connectMs?: number } = {},
): Promise<Postgres> {
  if (config.kind === 'server') {
    const pool = new Pool({
      connectionString: config.url,
      application_name: 'half-measure-collector',
      max: CONNECTIONS,
      connectionTimeoutMillis: connectMs,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      stream: closesOnTimeout,
    })
    const db = overPool(pool)
    const publicDb = overPart(pool, PUBLIC_CONNECTIONS)
    return { db, publicDb, scrub: async () => {}, close: () => closePool(db, pool) }
  }
  const pglite = await openPglite(config.path)
  const pool = new Pool(pglite.poolConfig)
  const db = overPool(pool)
  return {
    db,
    // There is only one connection, so at most one stranger may wait for it ahead of others.
    publicDb: overPart(pool, 1),
    scrub: () => scrub(db),
    async close() {
      await closePool(db, pool)
      await pglite.close()
    },
  }
}

/** Otherwise a query over a network that drops packets would wait for a quarter of an hour. */
function closesOnTimeout(): Socket {
  const socket = new Socket()
  return socket.setTimeout(RESPONSE_TIMEOUT_MS, () => {
    socket.destroy(new Error(`PostgreSQL has not responded for ${RESPONSE_TIMEOUT_MS / 1000} s`))
  })
}

function overPool(pool: Pool): Db {
  // A broken connection is replaced by the next query, or fails the running one. Unhandled, its error event would end
  // the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

function overPart(pool: Pool, connections: number): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: boundedPool(pool, connections) }) })
}

async function closePool(db: Db, pool: Pool): Promise<void> {
  // Kysely ends the pool only if it was used.
  await db.destroy()
  if (!pool.ended) await pool.end()
}

/** Copies tables without deleted rows, then lets a checkpoint remove the write-ahead log. */
async function scrub(db: Db): Promise<void> {
  await sql`VACUUM FULL`.execute(db)
  await sql`SELECT pg_switch_wal()`.execute(db)
  await sql`CHECKPOINT`.execute(db)
}
