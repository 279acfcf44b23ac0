import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openPglite } from '../../src/database/open-pglite.ts'

const COLLECTOR = join(import.meta.dirname, '../..')

/** What the bytes of an empty database come from. */
const MADE_FROM = [
  join(COLLECTOR, '../node_modules/@electric-sql/pglite/package.json'),
  join(COLLECTOR, 'src/database/create-pglite-directory.ts'),
  join(COLLECTOR, 'src/database/open-pglite.ts'),
]

/**
 * Puts an empty embedded Postgres into a directory, unless there is something already. Creating one costs a core some
 * seconds, every time the same; so one is created, kept in `.cache/`, and copied. Migrations are left to who opens it.
 */
export async function putEmptyDatabase(path: string): Promise<void> {
  if (existsSync(path)) return
  keeping ??= keptDatabase()
  const kept = await keeping
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await cp(kept, path, { recursive: true })
  await chmod(path, 0o700)
}

/** One for all who want it in this process at the same moment. */
let keeping: Promise<string> | undefined

/** The one to be copied, created where it is missing: by each of two processes that want it first, if need be. */
async function keptDatabase(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of MADE_FROM) hash.update(await readFile(file))
  const kept = join(COLLECTOR, '.cache', `empty-postgres-${hash.digest('hex').slice(0, 12)}`)
  if (existsSync(kept)) return kept

  const made = `${kept}-${process.pid}`
  await mkdir(dirname(kept), { recursive: true })
  const database = await openPglite(made)
  await database.close()
  await rename(made, kept).catch(async (error: unknown) => {
    if (!existsSync(kept)) throw error
    await rm(made, { recursive: true })
  })
  return kept
}
