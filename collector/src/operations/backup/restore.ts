import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ledger } from '../../reconciliation/ledger.ts'
import { expectMigration, migrateClickHouse, readDefinitions } from '../../clickhouse/migrate.ts'
import { type ClickHouse, openClickHouse } from '../../clickhouse/open-clickhouse.ts'
import type { Config } from '../../config/config.ts'
import { lockDataDirectory } from '../../platform/data-directory-lock.ts'
import type { Logger } from '../../platform/logger.ts'
import {
  asOwner,
  expectMigration as expectPostgresMigration,
  migratePostgres,
} from '../../database/migrate.ts'
import { openPostgres, type Postgres } from '../../database/open-postgres.ts'
import { derivedId } from '../../warehouse/loader/split-batch.ts'
import { readMember, unpack } from './archive.ts'
import { COPIED_FOLDERS } from './data-files.ts'
import { expectNoEvents, restoreEvents } from './event-tables.ts'
import { BackupError, type Manifest } from './manifest.ts'
import { expectNoPeople, restorePeople } from './people-tables.ts'
import { unfinishedRestorePath } from './unfinished-restore.ts'
import { verify } from './verify.ts'

/** What a stack that never ran may have in its data directory. */
const OWN_FILES = ['lock', 'lock-journal', 'lock.owner', 'lost+found']

export interface Restored {
  readonly manifest: Manifest
  /** Sessions whose erasure was promised and not finished when the backup was made: the stack erases them at its start. */
  readonly promised: number
}

/**
 * Puts a backup into an empty stack: into its databases and its data directory. The databases are brought to the
 * version that the backup is of; the next start brings them further.
 *
 * @param file the backup, `-` for standard input.
 * @throws {BackupError} if the stack is not empty or the backup not whole, and then nothing was changed.
 * @throws {MigrationError} if a newer version made the backup; nothing was changed then either. After any other error
 * the stack is neither empty nor restored, and refuses to start.
 */
export async function restore(
  config: Config,
  file: string,
  log: Logger,
  progress: (line: string) => void,
): Promise<Restored> {
  const lock = await lockDataDirectory(config.dataDir)
  const folder = join(config.dataDir, 'restore.parts')
  let clickhouse: ClickHouse | undefined
  let postgres: Postgres | undefined
  try {
    await expectEmptyDirectory(config.dataDir)
    await unpack(file, folder)
    const manifest = await verify(folder)
    await expectMigration(manifest.clickhouse.version)
    expectPostgresMigration(manifest.postgres.version)
    progress(`The backup of ${manifest.made_at} is whole.`)
    clickhouse = await openClickHouse(config.clickhouse)
    postgres = await openPostgres(asOwner(config.postgres))
    await expectNoEvents(clickhouse.migrator)
    await expectNoPeople(postgres.db)

    await writeFile(unfinishedRestorePath(config.dataDir), `${manifest.id}\n`, { mode: 0o600 })
    await migrateClickHouse(clickhouse.migrator, log)
    await clickhouse.afterMigrations(await readDefinitions())
    await migratePostgres(postgres.db, log, manifest.postgres.version)
    const read = async (name: string) => readMember(await readFile(join(folder, name)))
    for (const { table, parts } of manifest.clickhouse.tables) {
      for (const part of parts) {
        // An id for each part: in a cluster it chooses the shard.
        const token = `restore:${derivedId(manifest.id, part.file)}:${table}`
        await restoreEvents(clickhouse.migrator, table, await read(part.file), token)
      }
      progress(`${table}: ${parts.reduce((sum, { rows }) => sum + rows, 0)} rows`)
    }
    await restorePeople(postgres.db, manifest.postgres.tables, read)
    progress(`postgres: ${manifest.postgres.tables.reduce((sum, { rows }) => sum + rows, 0)} rows`)
    for (const name of ['spool', ...COPIED_FOLDERS]) await restoreFolder(folder, config.dataDir, name, read)
    const ledger = await Ledger.open(join(config.dataDir, 'account'))
    if (manifest.others) await ledger.inherit(manifest.others)
    return { manifest, promised: ledger.openErasures.length }
  } finally {
    await rm(folder, { recursive: true, force: true })
    await clickhouse?.close()
    await postgres?.close()
    lock.release()
  }
}

async function expectEmptyDirectory(dataDir: string): Promise<void> {
  const found = (await readdir(dataDir)).filter((name) => !OWN_FILES.includes(name))
  if (found.length === 0) return
  throw new BackupError(
    `${dataDir} is not empty (there is ${found.slice(0, 5).join(', ')}). A backup is restored into an empty stack ` +
      'only: nothing here is merged or replaced. Move the directory away, or set DATA_DIR to another.',
  )
}

async function restoreFolder(
  folder: string,
  dataDir: string,
  name: string,
  read: (file: string) => Promise<Buffer>,
): Promise<void> {
  const from = join(folder, 'data', name)
  if (!existsSync(from)) return
  await mkdir(join(dataDir, name), { recursive: true, mode: 0o700 })
  for (const file of await readdir(from)) {
    const bytes = await read(join('data', name, file))
    await writeFile(join(dataDir, name, file.replace(/\.zst$/, '')), bytes, { mode: 0o600, flag: 'wx' })
  }
}
