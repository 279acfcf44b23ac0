import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { PoolConfig } from 'pg'

export class EmbeddedPostgresMissingError extends Error {
  override name = 'EmbeddedPostgresMissingError'
  readonly code = 'embedded_postgres_missing'

  constructor(cause: unknown) {
    super(
      'The embedded Postgres (npm package @electric-sql/pglite) is not installed. ' +
        'Set DATABASE_URL to a PostgreSQL server, or install the optional packages with `npm install`.',
      { cause },
    )
  }
}

/**
 * The defaults keep 160 MB of buffers resident. PGlite's memory starts at 128 MB of address space, but untouched pages
 * cost nothing.
 */
const settings = [
  'shared_buffers=4MB',
  'maintenance_work_mem=4MB',
  'max_connections=8',
  'autovacuum_worker_slots=1',
  // Recycled files of the write-ahead log would still contain deleted rows, see `scrub`.
  'wal_recycle=off',
].flatMap((setting) => ['-c', setting])

export interface Pglite {
  /** For `pg`'s pool: one connection that never idles out. */
  readonly poolConfig: PoolConfig
  close(): Promise<void>
}

/**
 * PGlite on a directory, or in memory for `memory://`.
 *
 * A new database is created in a separate process, because that takes about 400 MB more than using one, and WebAssembly
 * never returns memory.
 *
 * @throws {EmbeddedPostgresMissingError}
 */
export async function openPglite(path: string, importPackage = importPglite): Promise<Pglite> {
  const { PGlite, createPgConfig } = await importPackage().catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    throw isMissing ? new EmbeddedPostgresMissingError(error) : error
  })
  if (!path.startsWith('memory://') && !existsSync(join(path, 'PG_VERSION'))) await createDataDirectory(path)

  const pglite = new PGlite(path, { startParams: [...PGlite.defaultStartParams, ...settings] })
  await pglite.waitReady
  return {
    poolConfig: Object.assign(createPgConfig(pglite), { max: 1, idleTimeoutMillis: 0 }),
    close: () => pglite.close(),
  }
}

/** At run time, because the production image is built without it. */
async function importPglite() {
  const [{ PGlite }, { createPgConfig }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/node-postgres'),
  ])
  return { PGlite, createPgConfig }
}

/** Created under another name and moved, so that an interrupted start leaves no partial database. */
async function createDataDirectory(path: string): Promise<void> {
  const unfinished = `${path}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('create-pglite-directory.ts', import.meta.url)),
    unfinished,
  ])
  await rename(unfinished, path)
}
