import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createLogger } from '../../src/platform/logger.ts'
import { migratePostgres } from '../../src/database/migrate.ts'
import { openPostgres } from '../../src/database/open-postgres.ts'

const COLLECTOR = join(import.meta.dirname, '../..')
const DATABASE = join(COLLECTOR, 'src/database')

/** What the bytes of a migrated database come from, beside the migrations. */
const MADE_FROM = [
  join(COLLECTOR, '../node_modules/@electric-sql/pglite/package.json'),
  join(DATABASE, 'create-pglite-directory.ts'),
  join(DATABASE, 'open-pglite.ts'),
  join(DATABASE, 'migrate.ts'),
]

/**
 * Puts an embedded Postgres with this build's tables, and without a row in them, into a directory, unless there is
 * something already. Creating one costs a core some seconds and migrating it another, every time the same; so one is
 * made, kept in `.cache/`, and copied.
 */
export async function putMigratedDatabase(path: string): Promise<void> {
  if (existsSync(path)) return
  keeping ??= keptDatabase()
  const kept = await keeping
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await cp(kept, path, { recursive: true })
  await chmod(path, 0o700)
}

/** One for all who want it in this process at the same moment. */
let keeping: Promise<string> | undefined

/** The one to be copied, made where it is missing: by each of two processes that want it first, if need be. */
async function keptDatabase(): Promise<string> {
  const kept = join(COLLECTOR, '.cache', `migrated-postgres-${await hashOfSources()}`)
  if (existsSync(kept)) return kept

  const made = `${kept}-${process.pid}`
  await mkdir(dirname(kept), { recursive: true })
  const { db, close } = await openPostgres({ kind: 'embedded', path: made })
  await migratePostgres(db, createLogger('silent'))
  await close()
  await rename(made, kept).catch(async (error: unknown) => {
    if (!existsSync(kept)) throw error
    await rm(made, { recursive: true })
  })
  return kept
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  const migrations = join(DATABASE, 'migrations')
  const names = (await readdir(migrations)).sort()
  for (const file of [...MADE_FROM, ...names.map((name) => join(migrations, name))])
    hash.update(await readFile(file))
  return hash.digest('hex').slice(0, 12)
}
