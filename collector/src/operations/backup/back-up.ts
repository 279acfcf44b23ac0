import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../stack/context.ts'
import type { Coordination } from '../../reconciliation/coordination/coordination.ts'
import { makeErasureKey } from '../erased-addresses.ts'
import { listMembers, pack } from './archive.ts'
import { backUpFiles, snapshotLog } from './data-files.ts'
import { expectRecipient } from './encryption.ts'
import { backUpClickHouse } from './clickhouse-tables.ts'
import { rememberBackup } from './last-backup.ts'
import { BackedUpReport, BackupError, type Manifest } from './manifest.ts'
import { backUpPostgres } from './postgres-tables.ts'

export interface BackupResult {
  readonly file: string
  readonly bytes: number
  /** Of the collector that made it. */
  readonly report: BackedUpReport
}

/**
 * Writes one file with everything that a stack stores: both databases, the log, keys, emails. It is consistent: meanwhile
 * this collector loads nothing and no collector removes anything; the log is copied as a crash would leave it. Events are
 * still accepted. It first waits for other collectors on the same ClickHouse to load what they accepted before it began.
 *
 * @param target a new file, or a folder, in which the file is named after the time.
 * @param recipient the public key to encrypt for; null for a plain `tar`.
 * @throws {BackupError} leaving no file.
 */
export async function backUp(
  context: Context,
  target: string,
  recipient: string | null,
  progress: (line: string) => void,
): Promise<BackupResult> {
  const { config, clickhouse, postgres, events, services } = context
  if (recipient !== null) await expectRecipient(recipient)
  const made_at = new Date().toISOString()
  const file = await fileFor(target, made_at, recipient === null ? 'tar' : 'tar.age')
  const folder = `${file}.parts`
  await mkdir(folder, { mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause
    throw new BackupError(
      `${folder} exists: another backup is running, or one was interrupted. If none is running, remove the folder.`,
      { cause },
    )
  })
  try {
    await services.ready
    await makeErasureKey(config)
    await untilOthersHaveLoaded(events.reconciliation.coordination, Date.parse(made_at), progress)
    const { tables, report } = await events.reconciliation.whilePaused(async (lease) => {
      // Sessions that another collector erased a moment ago belong in the backup's list.
      await events.reconciliation.erasures.readCompleted()
      const log = await snapshotLog(context)
      await backUpFiles(config.dataDir, log, folder)
      progress(`log: ${log.logs.reduce((sum, { segments }) => sum + segments.length, 0)} segments`)
      const report = await events.reconciliation.ownReport(log.figures)
      const tables = await backUpClickHouse(clickhouse.shards, folder, progress)
      lease.assertHeld()
      return { tables, report: BackedUpReport.parse(report) }
    })
    const manifest: Manifest = {
      format: 1,
      id: randomUUID(),
      made_at,
      report,
      clickhouse: tables,
      postgres: await backUpPostgres(postgres.db, folder, progress),
      files: await listMembers(folder),
    }
    await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 })
    await pack(folder, file, recipient)
    await rememberBackup(config.dataDir, made_at)
    return { file, bytes: (await stat(file)).size, report }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** How long a backup waits for other collectors. */
const OTHERS_MS = 60_000

/** Waits until every live collector has loaded what it accepted before `moment`; reports those that have not. */
async function untilOthersHaveLoaded(
  coordination: Coordination,
  moment: number,
  progress: (line: string) => void,
): Promise<void> {
  const deadline = performance.now() + OTHERS_MS
  for (;;) {
    const behind = (await coordination.heartbeat()).filter(
      ({ state, loaded_through }) => state !== 'retired' && loaded_through.some((at) => at < moment),
    )
    const waiting = behind.filter(({ state }) => state === 'live')
    if (waiting.length === 0 || performance.now() > deadline) {
      for (const { id, figures } of behind)
        if (figures.pending > 0)
          progress(`Collector ${id} has ${figures.pending} rows in its log, which are not in the backup.`)
      return
    }
    await sleep(200)
  }
}

/** @param madeAt ISO 8601; names the file within a folder, to the second. */
export async function fileFor(target: string, madeAt: string, suffix: 'tar' | 'tar.age'): Promise<string> {
  const isFolder = await stat(target).then(
    (found) => found.isDirectory(),
    () => false,
  )
  const file = isFolder
    ? join(target, `half-measure-${madeAt.slice(0, 19).replaceAll(':', '-')}Z.${suffix}`)
    : target
  if (existsSync(file)) throw new BackupError(`${file} exists. A backup never replaces a file; name another.`)
  return file
}
