import { Socket } from 'node:net'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import type { StoreConfig } from '../config/config.ts'
import { boundedPool } from './bounded-pool.ts'
import { openPglite } from './open-pglite.ts'
import type { Database, Db } from './schema/database.ts'

export interface Postgres {
  readonly db: Db
  /** The same for what strangers may call: it uses a part of the connections, so that it cannot take all of them. */
  readonly publicDb: Db
  /**
   * Rewrites the files of an embedded database, so that they no longer contain what was deleted. Takes about a second,
   * in which queries wait. What a server keeps of deleted rows is up to its operator.
   */
  readonly scrub: () => Promise<void>
  /** Waits for running queries, then closes the connections and the embedded engine. */
  readonly close: () => Promise<void>
}

const CONNECTIONS = 10
/** Of these. The rest is for administrators and for work in the background. */
const PUBLIC_CONNECTIONS = 5

const STATEMENT_TIMEOUT_MS = 15_000
/**
 * The server gives up a statement before; what is silent for longer has gone without closing the connection. Idle
 * connections leave the pool after ten seconds.
 */
const SILENCE_MS = 20_000

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
      max: CONNECTIONS,
      connectionTimeoutMillis: 5000,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      stream: closesWhenSilent,
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
    // There is one connection. Whoever waits for it waits behind one stranger at most.
    publicDb: overPart(pool, 1),
    scrub: () => scrub(db),
    async close() {
      await closePool(db, pool)
      await pglite.close()
    },
  }
}

/** Without it, a query through a network that drops packets would wait for a quarter of an hour. */
function closesWhenSilent(): Socket {
  const socket = new Socket()
  return socket.setTimeout(SILENCE_MS, () => {
    socket.destroy(new Error(`PostgreSQL has not answered for ${SILENCE_MS / 1000} s`))
  })
}

function overPool(pool: Pool): Db {
  // A connection that breaks is replaced at the next query, which reports what is then wrong. In the middle of a
  // query, that query fails, and the error of the connection, which nobody else listens to, would end the process.
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

/** Tables are copied without their deleted rows; the log of the changes is removed once a checkpoint needs it no more. */
async function scrub(db: Db): Promise<void> {
  await sql`VACUUM FULL`.execute(db)
  await sql`SELECT pg_switch_wal()`.execute(db)
  await sql`CHECKPOINT`.execute(db)
}
