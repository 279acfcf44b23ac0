import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { PoolConfig } from 'pg'
import { PgliteStream } from './pglite-stream.ts'
import type { PgliteOptions, ToPglite } from './pglite-worker.ts'

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

/**
 * PGlite on a directory, or in memory for `memory://`, in a separate thread, because its queries would block requests
 * in this one.
 *
 * A new database is created in a separate process, because that takes about 400 MB more than using one, and WebAssembly
 * never returns memory.
 *
 * @throws {EmbeddedPostgresMissingError}
 */
export async function openPglite(path: string, packageName = '@electric-sql/pglite') {
  assertInstalled(packageName)
  if (!path.startsWith('memory://') && !(await hasDatabase(path))) await createDataDirectory(path)

  let worker = await startWorker(path)
  /** A restart after a crash. Never two at a time, because both would write the same files. */
  let restarting: Promise<Worker> | undefined
  const running = async () => {
    if (!isRunning(worker))
      worker = await (restarting ??= startWorker(path).finally(() => (restarting = undefined)))
    return worker
  }
  return {
    /** For `pg`'s pool: one connection that never idles out. */
    poolConfig: {
      user: 'postgres',
      database: 'postgres',
      // Not from PGSSLMODE and PGSSLNEGOTIATION, which are for servers.
      ssl: false,
      sslnegotiation: 'postgres',
      max: 1,
      idleTimeoutMillis: 0,
      stream: () => new PgliteStream(running),
    } satisfies PoolConfig,
    async close() {
      if (!isRunning(worker)) return
      const exited = once(worker, 'exit')
      const end: ToPglite = 'close'
      // A thread, not a window.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(end)
      await exited
    },
  }
}

async function startWorker(path: string): Promise<Worker> {
  const workerData: PgliteOptions = { path, settings }
  const worker = new Worker(new URL('pglite-worker.ts', import.meta.url), { workerData })
  await Promise.race([
    once(worker, 'message'),
    once(worker, 'exit').then(([code]) => {
      throw new Error(`The embedded PostgreSQL ended with code ${code} as it started.`)
    }),
  ])
  // The running query fails as its connection closes.
  worker.on('error', () => {})
  return worker
}

function isRunning(worker: Worker): boolean {
  return worker.threadId !== -1
}

/** The production image is built without it. */
function assertInstalled(packageName: string): void {
  try {
    createRequire(import.meta.url).resolve(packageName)
  } catch (error) {
    throw new EmbeddedPostgresMissingError(error)
  }
}

/** @throws naming the path if it cannot be used, such as one of another user. */
async function hasDatabase(path: string): Promise<boolean> {
  return access(join(path, 'PG_VERSION'), constants.R_OK | constants.W_OK).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}

/** Created under another name and moved, so that an interrupted start leaves no partial database. */
async function createDataDirectory(path: string): Promise<void> {
  const unfinished = `${path}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await promisify(execFile)(process.execPath, [
    // It runs once, for a moment: optimising its WebAssembly takes longer than it saves.
    '--liftoff-only',
    fileURLToPath(new URL('create-pglite-directory.ts', import.meta.url)),
    unfinished,
  ])
  await rename(unfinished, path)
}
