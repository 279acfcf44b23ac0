import { setTimeout as sleep } from 'node:timers/promises'
import type { Finding } from '@half-measure/shared/stats/reconciliation.ts'
import type { Config } from '../../config/config.ts'
import { type Context, openContext } from '../../stack/context.ts'
import { eraseConsent } from '../../audience/personal-data.ts'
import { revokeAdmin } from '../../identity/admins.ts'
import { findUser, isAdmin } from '../../identity/users.ts'
import type { Logger } from '../../platform/logger.ts'
import { isDifference } from '../../reconciliation/equations.ts'
import { peopleAmong, rememberErasedPeople } from '../erased-people.ts'
import { type ErasureList, sessionsAmong } from '../erasure-list.ts'
import { interruptIncompleteImports } from './incomplete-imports.ts'
import { BackedUpReport, BackupError, type Manifest } from './manifest.ts'
import { restore } from './restore.ts'
import { finishRestore } from './unfinished-restore.ts'

/** For loading the log's pending rows. */
const TIMEOUT_MS = 30 * 60_000

/**
 * Restores a backup, inserts its pending rows, repeats later erasures, holds email that waited, and compares the delivery
 * report with the one in the backup. Only then can the stack start. No email is sent.
 *
 * @param identities the text of the key file of an encrypted backup.
 * @param erasures what was erased since the backup.
 * @throws {BackupError} if the stack is not empty, the backup is incomplete, or the report adds up less than the backup's.
 */
export async function restoreStack(
  config: Config,
  file: string,
  identities: string | null,
  erasures: ErasureList,
  log: Logger,
  progress: (line: string) => void,
) {
  const { manifest, requested } = await restore(config, file, identities, log, progress)
  const { made_at, report: before } = manifest
  const context = await openContext(config, log)
  try {
    await Promise.all([context.events.ready, context.services.ready])
    await untilLoaded(context, progress)
    const again = await eraseAgain(context, erasures)
    const people = await erasePeopleAgain(context, erasures, made_at)
    const interrupted = await interruptIncompleteImports(context.postgres.db, context.clickhouse)
    const held = await context.services.holdEmail()
    const { reconciliation } = context.events
    // The ids that the backup's own check included: the last result came with it.
    const differences = (await reconciliation.reconcile(undefined, 'unchecked')).findings.filter(isDifference)
    const report = BackedUpReport.parse(await reconciliation.ownReport())
    const faults = [
      ...differencesSince(manifest.differences, differences),
      ...changesOf(before, report, again + requested > 0),
    ]
    if (faults.length > 0)
      throw new BackupError(`The delivery report differs from the backup's: ${faults.join('; ')}`)
    await finishRestore(config.dataDir)
    for (const { name, left, right } of differences)
      progress(`As in the backup, the delivery report does not add up: ${name}: ${left} ≠ ${right}`)
    return {
      /** When the backup was made, ISO 8601. */
      made_at,
      /** After the restore. */
      report,
      /** Sessions in the backup that had been erased since. */
      erased_again: again,
      ...people,
      /** Imports of history that were stored while the backup was made: their figures are not in it. */
      interrupted_imports: interrupted,
      /** Newsletter issues and emails that waited in the backup. */
      held,
      /** What does not add up: it was so when the backup was made. */
      differences,
    }
  } finally {
    await context.close()
  }
}

/** Loads what the log has. Loading that was stopped is resumed: rows that are refused again are dead letters. */
async function untilLoaded({ events }: Context, progress: (line: string) => void): Promise<void> {
  const { spool, deadLetters, reconciliation } = events
  await spool.flush()
  if (deadLetters.stopLoading)
    progress(
      'Loading had stopped when the backup was made, and is resumed. List what was refused: npm run dead-letters',
    )
  const deadline = performance.now() + TIMEOUT_MS
  while (deadLetters.stopLoading || spool.pendingRows > 0) {
    if (deadLetters.stopLoading) await reconciliation.resumeLoading()
    if (performance.now() > deadline)
      throw new BackupError(`${spool.pendingRows} rows of the log could not be loaded in half an hour.`)
    await sleep(100)
  }
}

async function eraseAgain({ events, clickhouse }: Context, erasures: ErasureList): Promise<number> {
  const { reconciliation } = events
  const sessions = await sessionsAmong(clickhouse, erasures)
  await reconciliation.rememberErased(erasures.sessions)
  await reconciliation.erasures.requestAll(sessions)
  return sessions.length
}

/** Differences that the backup does not have, or has to a lesser extent. */
function differencesSince(before: Manifest['differences'], now: Manifest['differences']): string[] {
  // A collector that had stopped is retired by a restore.
  const nameOf = ({ name }: Finding) => name.replace(' (retired)', ' (stopped)')
  const known = new Map(before.map((finding) => [nameOf(finding), extentOf(finding)]))
  return now
    .filter((finding) => extentOf(finding) > (known.get(nameOf(finding)) ?? 0))
    .map(({ name, left, right }) => `${name}: ${left} ≠ ${right}`)
}

function extentOf({ left, right }: Finding): number {
  return Math.abs(left - right)
}

/** Also keeps the list, for the next restore. @param after when the backup was made, ISO 8601. */
async function erasePeopleAgain(
  { config, postgres: { db }, services }: Context,
  { addresses, consents }: ErasureList,
  after: string,
) {
  await rememberErasedPeople(config, 'addresses', addresses)
  await rememberErasedPeople(config, 'consents', consents)
  // An account is deleted only once its right is revoked, and in the backup it may still have it.
  const deleted = addresses.filter(({ account }) => account)
  for (const address of await peopleAmong(db, config, 'addresses', deleted, after)) {
    const user = await findUser(db, address)
    if (user && (await isAdmin(db, user.id))) await revokeAdmin(services.identity, address)
  }
  const people = await peopleAmong(db, config, 'addresses', addresses, after)
  const stillAdmins: string[] = []
  for (const address of people) {
    const { is_admin } = await services.erase(address)
    if (is_admin) stillAdmins.push(address)
  }
  const proofs = await peopleAmong(db, config, 'consents', consents, after)
  for (const id of proofs) await eraseConsent(db, id, services.identity.now())
  return {
    /** Addresses in the backup that had been erased since. */
    addresses_erased_again: people.length,
    /** Proofs of consent, likewise. */
    consents_erased_again: proofs.length,
    /** Of the addresses, those that are or were an administrator's, whose account stays. */
    still_administrators: stillAdmins,
  }
}

/**
 * Counts that changed. Erasures may change what is stored. Loading may find that a row is refused, or that the tables
 * have its event from another collector.
 */
function changesOf(before: BackedUpReport, now: BackedUpReport, erased: boolean): string[] {
  const seen = ({ accepted, duplicates }: BackedUpReport) => accepted + duplicates
  const kept = ({ stored, pending, dead_letters, duplicates }: BackedUpReport) =>
    stored + pending + dead_letters + duplicates
  const pairs: [string, number, number][] = [
    ['accepted and duplicates', seen(before), seen(now)],
    ['rejected', sum(before.rejected), sum(now.rejected)],
    ['expired', before.expired, now.expired],
    ...(erased
      ? []
      : ([
          ['stored, pending, dead letters and duplicates', kept(before), kept(now)],
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
