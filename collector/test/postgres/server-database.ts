import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { createLogger } from '../../src/platform/logger.ts'
import { migratePostgres } from '../../src/database/migrate.ts'
import { openPostgres } from '../../src/database/open-postgres.ts'
import { sharedPostgresServer } from './shared-server.ts'

export interface ServerDatabase {
  readonly url: string
  /** Disconnects all clients. */
  readonly drop: () => Promise<void>
}

const TEMPLATE = 'half_measure_migrated'

/** Any number that nothing else locks. */
const TEMPLATE_LOCK = 4_711

/**
 * A new database on the run's PostgreSQL server.
 *
 * @param kind `migrated` is a copy of a template that the first caller makes.
 */
export async function createServerDatabase(
  kind: 'empty' | 'migrated',
  name = `half_measure_${randomUUID().replaceAll('-', '')}`,
): Promise<ServerDatabase> {
  const server = await sharedPostgresServer(inject('postgresDirectory'))
  await asAdministrator(server, async (client) => {
    if (kind === 'empty') return void (await client.query(`create database ${name}`))
    // Held to the end of the connection: a template must have no other user while it is copied.
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    await ensureTemplate(client, server)
    await client.query(`create database ${name} template ${TEMPLATE}`)
  })
  return {
    url: databaseUrl(server, name),
    drop: () => asAdministrator(server, (client) => client.query(`drop database ${name} with (force)`)),
  }
}

async function ensureTemplate(client: Client, server: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [TEMPLATE])
  if (rowCount) return
  const unfinished = `${TEMPLATE}_unfinished`
  await client.query(`drop database if exists ${unfinished}`)
  await client.query(`create database ${unfinished}`)
  const { db, close } = await openPostgres({ kind: 'server', url: databaseUrl(server, unfinished) })
  await migratePostgres(db, createLogger('silent'))
  await close()
  await client.query(`alter database ${unfinished} rename to ${TEMPLATE}`)
}

async function asAdministrator(server: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function databaseUrl(server: string, name: string): string {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}
