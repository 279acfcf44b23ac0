import { setTimeout as sleep } from 'node:timers/promises'
import type { Finding } from '@half-measure/shared/stats/reconciliation.ts'
import type { Deadline } from '../platform/deadline.ts'
import type { Shard } from '../warehouse/shard.ts'
import { type CollectorFigures, sumFigures } from './coordination/collector-figures.ts'
import { type Collector, type Coordination, type Lease, loadedThrough } from './coordination/coordination.ts'
import { ownFigures } from './delivery-report.ts'
import {
  equations,
  equationsOfOthers,
  erasedSessionsStored,
  foreignRows,
  isDifference,
  reportOfCollector,
  sumCounts,
  sumFindings,
  type TableCounts,
  tableCounts,
} from './equations.ts'
import type { ErasedSessions } from './erasure/erased-sessions.ts'
import type { Ledger } from './ledger.ts'
import { retainedSince } from './retention.ts'
import { countRetained, type RetainedLog } from './replay.ts'
import { uniqueness } from './uniqueness.ts'

/** How long a command waits for other collectors, milliseconds. */
const COMMAND_MS = 60_000
/** Nobody waits at night; heartbeats may be six minutes apart, and are read as rarely. */
const NIGHTLY_MS = 15 * 60_000

interface Compared {
  readonly findings: Finding[]
  /** Comparisons that were not possible, and why. */
  readonly skipped: string[]
}

interface CompareOptions {
  readonly shards: readonly Shard[]
  readonly coordination: Coordination
  readonly erased: ErasedSessions
  readonly ledger: Pick<Ledger, 'collectorId' | 'imported'>
  readonly retentionMonths: number
  /** Ids of the rows that arrived from here on are compared with each other, milliseconds since 1970. */
  readonly checkIdsSince: number
}

/**
 * Compares one collector's figures with the tables, shard by shard: loading pauses in one at a time.
 *
 * @param maintaining runs a task while nothing is imported or removed anywhere.
 * @returns also the shards whose sessions differ from their raw rows.
 */
export async function compareAll(
  options: CompareOptions,
  retainedLog: (shard: Shard) => RetainedLog,
  maintaining: <T>(task: (lease: Lease) => Promise<T>) => Promise<T>,
  deadline?: Deadline,
): Promise<Compared & { readonly stale: readonly Shard[] }> {
  const { shards } = options
  const ofEvents = await maintaining((lease) =>
    compareLogs(options, retainedLog, async ({ loader }, compare) => {
      const compared = await loader.exclusively(compare, deadline)
      lease.assertHeld()
      return compared
    }),
  )
  const ofSessions: Compared[] = []
  for (const [number, shard] of shards.entries()) {
    const whilePaused = <T>(task: () => Promise<T>) =>
      maintaining(() => shard.loader.exclusively(task, deadline))
    ofSessions.push(await compareSessions(shard, options, number, whilePaused, deadline))
  }
  return {
    findings: [...ofEvents.findings, ...sumFindings(ofSessions.flatMap(({ findings }) => findings))],
    skipped: [ofEvents, ...ofSessions].flatMap(({ skipped }) => skipped),
    stale: shards.filter((_, i) => ofSessions[i]?.findings.some(isDifference)),
  }
}

/**
 * Compares one collector's logs with the tables, and the rows with each other. Run it while nothing is imported or
 * removed anywhere.
 *
 * @param pausing runs a task while nothing is loaded into a shard.
 */
export async function compareLogs(
  { shards, coordination, erased, ledger, checkIdsSince }: CompareOptions,
  retainedLog: (shard: Shard) => RetainedLog,
  pausing: <T>(shard: Shard, task: () => Promise<T>) => Promise<T>,
): Promise<Compared> {
  const others = await coordination.heartbeat()
  const parts: ShardComparison[] = []
  for (const shard of shards) {
    const { findings, ...part } = await pausing(shard, async () =>
      compareShard(shard, retainedLog(shard), await erased.list()),
    )
    const ofIds = await uniqueness(shard.clickhouse.migrator, { since: checkIdsSince })
    parts.push({ ...part, findings: [...findings, ...ofIds] })
  }
  return compareEvents({ id: ledger.collectorId, imported: ledger.imported.rows }, others, parts)
}

/** Figures of a shard and its log, of one moment. */
interface ShardComparison {
  readonly figures: CollectorFigures
  readonly counts: TableCounts
  readonly findings: readonly Finding[]
}

/**
 * Compares a shard's retained log with its rows. Run it while nothing is loaded or removed.
 *
 * @param erased digests of erased sessions.
 */
async function compareShard(
  { clickhouse: { migrator }, spool, deadLetters }: Shard,
  log: RetainedLog,
  erased: readonly string[],
): Promise<ShardComparison> {
  const counts = await tableCounts(migrator)
  const figures = ownFigures(spool, deadLetters)
  const retained = await countRetained(log)
  const findings = [
    { name: 'kept log: rows found in the tables = rows', left: retained.present, right: retained.rows },
    await erasedSessionsStored(migrator, erased),
  ]
  return { figures, counts, findings }
}

/**
 * Compares one collector's figures with the tables of all shards.
 *
 * @param own its id, and how many rows it imported without its logs.
 */
function compareEvents(
  own: { readonly id: string; readonly imported: number },
  others: readonly Collector[],
  shards: readonly ShardComparison[],
): Compared {
  const counts = sumCounts(shards.map((shard) => shard.counts))
  const { received, accepted, ...figures } = sumFigures(shards.map((shard) => shard.figures))
  const withImported = { ...figures, received: received + own.imported, accepted: accepted + own.imported }
  const standing = equationsOfOthers(others, counts)
  return {
    findings: [
      ...equations(reportOfCollector(own.id, withImported, counts)),
      ...standing.findings,
      foreignRows([own.id, ...others.map((other) => other.id)], counts),
      ...sumFindings(shards.flatMap((shard) => shard.findings)),
    ],
    skipped: standing.skipped,
  }
}

/**
 * Compares the finished sessions of a shard with its raw rows. Loading continues, since compared sessions ended long
 * ago; only late events may be seen half inserted. A difference that is the same once all of that moment are loaded
 * is a finding.
 *
 * @param whilePaused runs the second attempt, with loading paused.
 */
async function compareSessions(
  { sessions }: Pick<Shard, 'sessions'>,
  { coordination, retentionMonths }: CompareOptions,
  number: number,
  whilePaused: (task: () => Promise<Finding[]>) => Promise<Finding[]>,
  deadline?: Deadline,
): Promise<Compared> {
  const compare = () => sessions.compare(retainedSince(new Date(), retentionMonths))
  const first = await coordination.exclusively('maintenance', compare, deadline)
  if (!first.some(isDifference)) return { findings: first, skipped: [] }
  const areLoaded = await othersHaveLoaded(coordination, number, deadline ? COMMAND_MS : NIGHTLY_MS)
  const again = await whilePaused(compare)
  const isBusy = coordination.others.some(({ state }) => state === 'live')
  // Others go on loading, so a new late event may be half inserted now.
  const isSame = ({ name, left, right }: Finding) =>
    first.some((before) => before.name === name && before.right - before.left === right - left)
  const isConfirmed = (finding: Finding) => !isBusy || (areLoaded && isSame(finding))
  const unconfirmed = again.filter((finding) => isDifference(finding) && !isConfirmed(finding))
  return {
    findings: again.filter((finding) => !unconfirmed.includes(finding)),
    skipped: unconfirmed.map(({ name }) => `${name}, while another collector loads`),
  }
}

/** Waits until every other live collector has loaded what it has accepted by now. @returns whether they have in time. */
async function othersHaveLoaded(
  coordination: Coordination,
  shard: number,
  timeoutMs: number,
): Promise<boolean> {
  const [moment, deadline] = [Date.now(), performance.now() + timeoutMs]
  // As the background heartbeats read it. One sent from here could follow the last one of this process.
  while (loadedThrough(coordination, shard, Infinity) < moment) {
    if (performance.now() > deadline) return false
    await sleep(200, undefined, { ref: false })
  }
  return true
}
