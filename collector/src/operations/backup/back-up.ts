import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Deadline, unlessAborted } from '../../platform/deadline.ts'
import type { Context } from '../../stack/context.ts'
import type { Coordination } from '../../reconciliation/coordination/coordination.ts'
import { makeErasureKey } from '../erased-people.ts'
import { listMembers, membersIn, pack } from './archive.ts'
import { backUpFiles, snapshotLog } from './data-files.ts'
import { backUpClickHouse } from './clickhouse-tables.ts'
import { rememberBackup } from './last-backup.ts'
import { BackedUpReport, BackupError, type Manifest } from './manifest.ts'
import { backUpPostgres } from './postgres-tables.ts'

/** The time for other work on the tables to end, and for a batch to be confirmed. */
const WAIT = { timeoutMs: 10 * 60_000 }

/** Folders of the backups that this process is making. */
const running = new Set<string>()

/**
 * Writes one file with everything that a stack stores: both databases, the log, keys, emails. It is consistent: meanwhile
 * this collector loads nothing and no collector removes anything; the log is copied as a crash would leave it. Events are
 * still accepted. It first waits for other collectors on the same ClickHouse to load what they accepted before it began.
 *
 * @param target a new file, or a folder, in which the file is named after the time.
 * @param recipient the public key to encrypt for; null for a plain `tar`.
 * @param stop ends it early.
 * @throws {BackupError} leaving no file.
 */
export async function backUp(
  context: Context,
  target: string,
  recipient: string | null,
  progress: (line: string) => void,
  stop = new AbortController().signal,
) {
  const { config, events } = context
  const madeAt = new Date().toISOString()
  const file = await fileFor(target, madeAt, recipient === null ? 'tar' : 'tar.age')
  const suffix = `.${events.reconciliation.collectorId}.parts`
  const folder = join(dirname(file), `${basename(file)}${suffix}`)
  if (running.has(folder)) throw new BackupError(`${file} is being written by another backup.`)
  running.add(folder)
  try {
    await removeInterrupted(folder, suffix)
    await mkdir(folder, { mode: 0o700 })
    const members = join(folder, 'members')
    const manifest = await writeMembers(context, members, madeAt, progress, stop)
    await pack(members, join(folder, 'archive'), recipient, stop)
    await rename(join(folder, 'archive'), file)
    await rememberBackup(config.dataDir, madeAt)
    const { report, differences } = manifest
    return { file, bytes: (await stat(file)).size, report, differences }
  } catch (error) {
    if (!stop.aborted) throw error
    throw new BackupError('The backup was stopped before it was complete. No file was written.', {
      cause: error,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
    running.delete(folder)
  }
}

/**
 * Removes what earlier processes of this collector left when they died during a backup: it is not encrypted.
 *
 * @param folder of the backup that begins.
 */
async function removeInterrupted(folder: string, suffix: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    const path = join(dirname(folder), name)
    if (name.endsWith(suffix) && (path === folder || !running.has(path)))
      await rm(path, { recursive: true, force: true })
  }
}

async function writeMembers(
  context: Context,
  folder: string,
  made_at: string,
  progress: (line: string) => void,
  stop: AbortSignal,
): Promise<Manifest> {
  const { config, clickhouse, postgres, events, services } = context
  const { reconciliation, deadLetters, spool } = events
  const write = membersIn(folder, stop)
  // Whatever writes ends by itself, or it would go on while its files are removed.
  const unlessStopped = <T>(work: Promise<T>) => unlessAborted(stop, work)
  await unlessStopped(services.ready)
  await makeErasureKey(config)
  if (deadLetters.stopLoading)
    progress(
      `Loading is stopped: ${spool.pendingRows} rows are in the backup's log, and a restore tries to load them. See the runbook "loading stopped".`,
    )
  await unlessStopped(untilOthersHaveLoaded(reconciliation.coordination, Date.parse(made_at), progress, stop))
  const paused = await reconciliation.whilePaused(
    async (lease) => {
      // Sessions that another collector erased a moment ago belong in the backup's list.
      await unlessStopped(reconciliation.erasures.readCompleted())
      const log = await snapshotLog(context)
      await backUpFiles(config.dataDir, log, write)
      progress(`log: ${log.logs.reduce((sum, { segments }) => sum + segments.length, 0)} segments`)
      const report = await unlessStopped(reconciliation.ownReport(log.figures))
      const tables = await backUpClickHouse(clickhouse.shards, write, progress)
      // Only now, because other collectors may have loaded rows while the tables were read.
      const differences = await unlessStopped(reconciliation.differencesWhilePaused())
      lease.assertHeld()
      return { clickhouse: tables, report: BackedUpReport.parse(report), differences }
    },
    new Deadline({ say: progress, stop, ...WAIT }),
  )
  sayDifferences(paused.differences, progress)
  const manifest: Manifest = {
    format: 1,
    id: randomUUID(),
    made_at,
    ...paused,
    postgres: await backUpPostgres(postgres.db, write, progress),
    files: await unlessStopped(listMembers(folder)),
  }
  stop.throwIfAborted()
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 })
  return manifest
}

function sayDifferences(differences: Manifest['differences'], progress: (line: string) => void): void {
  if (differences.length === 0) return
  progress(
    'The delivery report does not add up; see the runbook "numbers look wrong". A restored stack has the same:',
  )
  for (const { name, left, right } of differences) progress(`  ${name}: ${left} ≠ ${right}`)
}

/** How long a backup waits for other collectors. */
const OTHERS_MS = 60_000

/** Waits until every live collector has loaded what it accepted before `moment`; reports those that have not. */
async function untilOthersHaveLoaded(
  coordination: Coordination,
  moment: number,
  progress: (line: string) => void,
  stop: AbortSignal,
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
    await sleep(200, undefined, { signal: stop })
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
