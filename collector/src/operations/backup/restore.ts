import { existsSync } from 'node:fs'
import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { CollectorFigures } from '../../reconciliation/coordination/collector-figures.ts'
import { Ledger } from '../../reconciliation/ledger.ts'
import { countsOf, figuresWithoutLog } from '../../reconciliation/equations.ts'
import { expectMigration, migrateClickHouse } from '../../warehouse/clickhouse/migrate.ts'
import type { ClickHouse } from '../../warehouse/clickhouse/clickhouse.ts'
import { openClickHouse } from '../../warehouse/clickhouse/open-clickhouse.ts'
import { type Config, sharesServers } from '../../config/config.ts'
import { shardDirectory } from '../../stack/open-shard.ts'
import { lockDataDirectory } from '../../platform/data-directory-lock.ts'
import type { Logger } from '../../platform/logger.ts'
import { parseJson } from '../../platform/parse-json.ts'
import {
  asOwner,
  expectMigration as expectPostgresMigration,
  migratePostgres,
} from '../../database/migrate.ts'
import { openPostgres, type Postgres } from '../../database/open-postgres.ts'
import { derivedId } from '../../warehouse/loader/batch-part.ts'
import { listMembers, readMember, unpack } from './archive.ts'
import { copiedFolders } from './data-files.ts'
import { expectEmptyClickHouse, restoreRows } from './clickhouse-tables.ts'
import { BACKED_UP_TABLES, BackupError, Manifest } from './manifest.ts'
import { expectEmptyPostgres, restorePostgres } from './postgres-tables.ts'
import { unfinishedRestorePath, unpackedPath } from './unfinished-restore.ts'

/** Files in the data directory of a stack that has never run. */
const OWN_FILES = ['lock', 'lock-journal', 'lock.owner', 'lost+found']

export interface Restored {
  readonly manifest: Manifest
  /** Erasure requests open in the backup; the stack completes them when it starts. */
  readonly requested: number
}

/**
 * Restores a backup into the databases and the data directory of an empty stack, with the schema of the backup's
 * version. The next start migrates further.
 *
 * @param file the backup, `-` for standard input.
 * @param identities the text of the key file of an encrypted one.
 * @throws {BackupError} if the stack is not empty or the backup incomplete; nothing was changed.
 * @throws {MigrationError} if a newer version made the backup; nothing was changed. After any other error the stack is
 * neither empty nor restored, and refuses to start.
 */
export async function restore(
  config: Config,
  file: string,
  identities: string | null,
  log: Logger,
  progress: (line: string) => void,
): Promise<Restored> {
  const lock = await lockDataDirectory(config.dataDir)
  const folder = unpackedPath(config.dataDir)
  let clickhouse: ClickHouse | undefined
  let postgres: Postgres | undefined
  try {
    // A restore that was killed leaves it.
    await rm(folder, { recursive: true, force: true })
    await expectEmptyDirectory(config.dataDir)
    await unpack(file, folder, identities)
    const manifest = await verify(folder)
    await expectMigration(manifest.clickhouse.version)
    expectPostgresMigration(manifest.postgres.version)
    progress(`The backup of ${manifest.made_at} is complete.`)
    clickhouse = await openClickHouse(config.clickhouse)
    postgres = await openPostgres(asOwner(config.postgres))
    const { shards } = clickhouse
    expectShards(manifest, shards.length)
    for (const { migrator } of shards) await expectEmptyClickHouse(migrator)
    await expectEmptyPostgres(postgres.db)

    await writeFile(unfinishedRestorePath(config.dataDir), `${manifest.id}\n`, { mode: 0o600 })
    for (const shard of shards) await migrateClickHouse(shard, log, clickhouse.cluster)
    await migratePostgres(postgres.db, log, manifest.postgres.version)
    const read = async (name: string) => readMember(await readFile(join(folder, name)))
    for (const { table, shard, parts } of manifest.clickhouse.tables) {
      const { migrator } = shards[shard] ?? clickhouse
      for (const part of parts) {
        const token = `restore:${derivedId(manifest.id, part.file)}:${table}`
        await restoreRows(migrator, table, await read(part.file), token)
      }
      progress(`${table}: ${parts.reduce((sum, { rows }) => sum + rows, 0)} rows`)
    }
    await restorePostgres(postgres.db, manifest.postgres.tables, read)
    progress(`postgres: ${manifest.postgres.tables.reduce((sum, { rows }) => sum + rows, 0)} rows`)
    const logs = shards.map((_, i) =>
      relative(config.dataDir, join(shardDirectory(config.dataDir, i), 'spool')),
    )
    for (const name of [...logs, ...copiedFolders(config.dataDir, shards.length)])
      await restoreFolder(folder, config.dataDir, name, read)
    return { manifest, requested: await retireOthers(config, clickhouse, postgres) }
  } finally {
    await rm(folder, { recursive: true, force: true })
    await clickhouse?.close()
    await postgres?.close()
    lock.release()
  }
}

/**
 * Retires collectors whose logs are not in the backup: their pending rows count as dead letters.
 *
 * @returns the number of open erasure requests.
 */
async function retireOthers(config: Config, { shards }: ClickHouse, { db }: Postgres): Promise<number> {
  const ledger = await Ledger.open(join(config.dataDir, 'ledger'))
  const counts = await countsOf(shards.map((clickhouse) => ({ clickhouse })))
  const others = await db
    .selectFrom('collectors')
    .select(['id', 'figures'])
    .where('id', '<>', ledger.collectorId)
    .execute()
  const retired = others.map(({ id, figures }) => {
    return { id, figures: figuresWithoutLog(id, CollectorFigures.parse(figures), counts) }
  })
  const requests = await db
    .selectFrom('erasure_requests')
    .select('session_id')
    .where('session_id', 'is not', null)
    .execute()
  if (sharesServers(config)) {
    for (const { id, figures } of retired)
      await db
        .updateTable('collectors')
        .set({ state: 'retired', figures: JSON.stringify(figures) })
        .where('id', '=', id)
        .execute()
  } else {
    await ledger.inherit(retired)
    await ledger.requestErasures(requests.flatMap(({ session_id }) => session_id ?? []))
  }
  return new Set([...ledger.openErasures, ...requests.map(({ session_id }) => session_id)]).size
}

/** Compares an unpacked backup with its manifest, file by file. @throws {BackupError} naming what is wrong. */
async function verify(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch((cause: unknown) => {
    throw new BackupError('This is not a complete backup of Half Measure: it has no manifest.', { cause })
  })
  const manifest = Manifest.safeParse(parseJson(text))
  if (!manifest.success) {
    throw new BackupError(
      'The manifest of this backup cannot be read: it is damaged, or a newer version made it.',
    )
  }
  const found = new Map((await listMembers(folder)).map((member) => [member.name, member]))
  const damaged = manifest.data.files.filter(({ name, sha256 }) => found.get(name)?.sha256 !== sha256)
  if (damaged.length > 0) {
    const names = damaged.slice(0, 3).map(({ name }) => name)
    throw new BackupError(
      `The backup is damaged: ${damaged.length} files are not as they were, ${names.join(', ')}`,
    )
  }
  const known = new Set(manifest.data.files.map(({ name }) => name))
  const { clickhouse, postgres } = manifest.data
  const needed = [
    ...clickhouse.tables.flatMap(({ parts }) => parts.map(({ file }) => file)),
    ...postgres.tables.map(({ file }) => file),
  ]
  const absent = needed.filter((name) => !known.has(name))
  if (absent.length > 0 || clickhouse.tables.length !== BACKED_UP_TABLES.length * clickhouse.shards)
    throw new BackupError(`The manifest of this backup contradicts itself: ${absent.join(', ') || 'tables'}`)
  return manifest.data
}

/** Rows and their log stay on their old shard; further shards begin empty. */
function expectShards({ clickhouse }: Manifest, shards: number): void {
  if (clickhouse.shards <= shards) return
  throw new BackupError(
    `The backup is of ${clickhouse.shards} shards, and there are ${shards}. CLICKHOUSE_SHARDS has to list at least as many.`,
  )
}

async function expectEmptyDirectory(dataDir: string): Promise<void> {
  const found: string[] = []
  // A new volume may be mounted on `keys`, which is then an empty folder.
  for (const name of await namesIn(dataDir)) {
    const path = join(dataDir, name)
    if (!(await lstat(path)).isDirectory() || (await namesIn(path)).length > 0) found.push(name)
  }
  if (found.length === 0) return
  throw new BackupError(
    `${dataDir} is not empty (there is ${found.slice(0, 5).join(', ')}). A backup is restored into an empty stack ` +
      'only: nothing here is merged or replaced. Move the directory away, or set DATA_DIR to another.',
  )
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !OWN_FILES.includes(name))
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
