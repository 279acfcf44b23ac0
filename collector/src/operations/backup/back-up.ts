import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../context.ts'
import { makeErasureKey } from '../erased-addresses.ts'
import { listMembers, pack } from './archive.ts'
import { backUpFiles, snapshotLog } from './data-files.ts'
import { backUpEvents } from './event-tables.ts'
import { rememberBackup } from './last-backup.ts'
import { BackedUpAccount, BackupError, type Manifest } from './manifest.ts'
import { backUpPeople } from './people-tables.ts'

export interface BackupResult {
  readonly file: string
  readonly bytes: number
  readonly account: BackedUpAccount
}

/**
 * Writes one file with everything that a stack keeps: both databases, the log, keys, letters. They belong to one
 * moment: no batch is inserted meanwhile and nothing erased, and the log is as a crash at that moment would leave it.
 * Events are taken all the while. Of other collectors on the same ClickHouse it has the rows and the part of the account.
 *
 * @param target a file that does not exist, or a folder, in which the file is named by the time.
 * @throws {BackupError} and then there is no file.
 */
export async function backUp(
  context: Context,
  target: string,
  progress: (line: string) => void,
): Promise<BackupResult> {
  const { config, clickhouse, postgres, events, services } = context
  const made_at = new Date().toISOString()
  const file = await fileFor(target, made_at)
  const folder = `${file}.parts`
  await mkdir(folder, { mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause
    throw new BackupError(
      `${folder} exists: another backup is being made there, or one was cut short. If it was, remove the folder.`,
      { cause },
    )
  })
  try {
    await services.ready
    await makeErasureKey(config)
    const { tables, account, others } = await events.account.whilePaused(async (others) => {
      const log = await snapshotLog(context)
      await backUpFiles(config.dataDir, log, folder)
      progress(`log: ${log.segments.length} segments`)
      const account = await events.account.deliveryAt(log.figures, others)
      const tables = await backUpEvents(clickhouse.migrator, folder, progress)
      return { tables, account: BackedUpAccount.parse(account), others }
    })
    const manifest: Manifest = {
      format: 1,
      id: randomUUID(),
      made_at,
      account,
      ...(others && { others }),
      clickhouse: tables,
      postgres: await backUpPeople(postgres.db, folder, progress),
      files: await listMembers(folder),
    }
    await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 })
    await pack(folder, file)
    await rememberBackup(config.dataDir, made_at)
    return { file, bytes: (await stat(file)).size, account }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param madeAt ISO 8601; names the file within a folder, to the second. */
export async function fileFor(target: string, madeAt: string): Promise<string> {
  const isFolder = await stat(target).then(
    (found) => found.isDirectory(),
    () => false,
  )
  const file = isFolder
    ? join(target, `half-measure-${madeAt.slice(0, 19).replaceAll(':', '-')}Z.tar`)
    : target
  if (existsSync(file)) throw new BackupError(`${file} exists. A backup never replaces a file; name another.`)
  return file
}
