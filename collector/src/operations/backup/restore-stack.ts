import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config/config.ts'
import { type Context, openContext } from '../../stack/context.ts'
import type { HeldEmail } from '../../audience/hold-email.ts'
import type { Logger } from '../../platform/logger.ts'
import { addressesAmong } from '../erased-addresses.ts'
import { type ErasureList, sessionsAmong } from '../erasure-list.ts'
import { BackedUpReport, BackupError } from './manifest.ts'
import { restore } from './restore.ts'
import { finishRestore } from './unfinished-restore.ts'

export interface RestoreResult {
  /** When the backup was made, ISO 8601. */
  readonly made_at: string
  /** After the restore. */
  readonly report: BackedUpReport
  /** Sessions in the backup that had been erased since. */
  readonly erased_again: number
  /** Addresses, likewise. */
  readonly addresses_erased_again: number
  /** Newsletter issues and emails that waited in the backup. */
  readonly held: HeldEmail
}

/** For inserting the log's pending rows. */
const TIMEOUT_MS = 30 * 60_000

/**
 * Restores a backup, inserts its pending rows, repeats later erasures, holds email that waited, and compares the delivery
 * report with the one in the backup. Only then can the stack start. No email is sent.
 *
 * @param identities the text of the key file of an encrypted backup.
 * @param erasures what was erased since the backup.
 * @throws {BackupError} if the stack is not empty, the backup is incomplete, or the reports differ.
 */
export async function restoreStack(
  config: Config,
  file: string,
  identities: string | null,
  erasures: ErasureList,
  log: Logger,
  progress: (line: string) => void,
): Promise<RestoreResult> {
  const { manifest, requested } = await restore(config, file, identities, log, progress)
  const { made_at, report: before } = manifest
  const context = await openContext(config, log)
  try {
    await Promise.all([context.events.ready, context.services.ready])
    await untilInserted(context)
    const again = await eraseAgain(context, erasures)
    const people = await addressesAmong(context.postgres.db, config, erasures.addresses, made_at)
    for (const address of people) await context.services.erase(address)
    const held = await context.services.holdEmail()
    const { reconciliation } = context.events
    const { ok, findings } = await reconciliation.reconcile()
    const report = BackedUpReport.parse(await reconciliation.ownReport())
    const differences = [
      ...(ok ? [] : findings.filter(({ left, right }) => left !== right).map(({ name }) => name)),
      ...differencesOf(before, report, again + requested > 0),
    ]
    if (differences.length > 0)
      throw new BackupError(`The delivery report differs from the backup's: ${differences.join('; ')}`)
    await finishRestore(config.dataDir)
    return { made_at, report, erased_again: again, addresses_erased_again: people.length, held }
  } finally {
    await context.close()
  }
}

async function untilInserted({ events: { spool } }: Context): Promise<void> {
  await spool.flush()
  const deadline = performance.now() + TIMEOUT_MS
  while (spool.pendingRows > 0) {
    if (performance.now() > deadline)
      throw new BackupError(`${spool.pendingRows} rows of the log could not be inserted in half an hour.`)
    await sleep(100)
  }
}

async function eraseAgain({ events, clickhouse }: Context, erasures: ErasureList): Promise<number> {
  const { reconciliation } = events
  const sessions = await sessionsAmong(clickhouse, erasures)
  await reconciliation.rememberErased(erasures.sessions)
  for (const session of sessions) await reconciliation.erasures.request(session)
  await reconciliation.erasures.idle()
  return sessions.length
}

/** Counts that changed. Erasures may change only what is stored. */
function differencesOf(before: BackedUpReport, now: BackedUpReport, erased: boolean): string[] {
  const kept = ({ stored, pending }: BackedUpReport) => stored + pending
  const pairs: [string, number, number][] = [
    ['accepted', before.accepted, now.accepted],
    ['duplicates', before.duplicates, now.duplicates],
    ['rejected', sum(before.rejected), sum(now.rejected)],
    ['expired', before.expired, now.expired],
    ...(erased
      ? []
      : ([
          ['stored and pending', kept(before), kept(now)],
          ['dead letters', before.dead_letters, now.dead_letters],
          ['erased', before.erased, now.erased],
        ] as [string, number, number][])),
  ]
  return pairs
    .filter(([, left, right]) => left !== right)
    .map(([name, left, right]) => `${name} ${left} → ${right}`)
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}
