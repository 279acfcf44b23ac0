import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Coordination, loadedThrough } from '../reconciliation/coordination/coordination.ts'
import { SingleCollectorCoordination } from '../reconciliation/coordination/single-collector.ts'
import { PostgresCoordination } from '../reconciliation/coordination/postgres-coordination.ts'
import { ownFigures } from '../reconciliation/delivery-report.ts'
import { ErasedSessions } from '../reconciliation/erasure/erased-sessions.ts'
import { openLastReconciliation } from '../reconciliation/last-reconciliation.ts'
import { Ledger } from '../reconciliation/ledger.ts'
import { Reconciliation } from '../reconciliation/reconciliation.ts'
import {
  rememberDeadLetters,
  rememberRetainedRows,
  rememberStoredRows,
} from '../reconciliation/remember-ids.ts'
import type { Db } from '../database/schema/database.ts'
import { withTimeout } from '../platform/deadline.ts'
import { allDeadLetters, allSpools, allSessions } from '../warehouse/all-shards.ts'
import { MigrationError } from '../warehouse/clickhouse/migrate.ts'
import type { ClickHouse } from '../warehouse/clickhouse/clickhouse.ts'
import { shardOf } from '../warehouse/shard.ts'
import type { Config } from '../config/config.ts'
import { Assignments, RecentAssignments } from '../ingest/assignments.ts'
import { acceptBeacon, type Ingest } from '../ingest/accept-beacon.ts'
import { type CountryOf, openCountries } from '../ingest/country.ts'
import { pipeline } from '../ingest/pipeline.ts'
import { SeenIds } from '../ingest/seen-ids.ts'
import type { Logger } from '../platform/logger.ts'
import type { Observer } from '../events/observer.ts'
import { IdWindow, MAX_WINDOW_IDS } from '../spool/id-window.ts'
import { backoff, severityOfFailure } from '../platform/backoff.ts'
import { openShard, ownLoadedThrough, shardDirectory, shareOf } from './open-shard.ts'

/** Everything between a beacon and the tables. */
export type EventLog = Awaited<ReturnType<typeof openEventLog>>

/** Extra time for a loader between two attempts to notice the shutdown. */
const GIVE_UP_MS = 250

/** Most ids remembered of networks that send more than their fair share; they take 125 MB at most. */
const MAX_HEAVY_SENDER_IDS = 5_000_000

export interface EventLogOptions {
  /** Shared, because its table takes 8 MB. */
  readonly countryOf?: CountryOf
  /** The PostgreSQL server, if several collectors may share it. */
  readonly db?: Db
  readonly observer?: Observer
}

/**
 * Opens the log and starts to accept events, with or without the databases. The caller holds the data directory's lock.
 */
export async function openEventLog(
  config: Config,
  clickhouse: ClickHouse,
  log: Logger,
  { countryOf = openCountries(), db, observer }: EventLogOptions = {},
) {
  const ledgerDirectory = join(config.dataDir, 'ledger')
  const ledger = await Ledger.open(ledgerDirectory)
  const erased = await ErasedSessions.open(ledgerDirectory)
  const seen = new SeenIds(
    new IdWindow(MAX_WINDOW_IDS, (ids) =>
      log.warn({ ids }, 'more ids in seven days than the window holds; the oldest are forgotten early'),
    ),
    new IdWindow(MAX_HEAVY_SENDER_IDS, (ids) =>
      log.warn({ ids }, 'some networks send very many events; their oldest ids are forgotten early'),
    ),
  )
  const count = clickhouse.shards.length
  expectNoFurtherShards(config.dataDir, count)
  const isErased = (sessionId: string) => reconciliation.erasures.isErased(sessionId)
  const { collectorId } = ledger
  const shards = await Promise.all(
    clickhouse.shards.map((clients, number) =>
      openShard({
        clickhouse: clients,
        embedded: clickhouse.embedded,
        cluster: clickhouse.cluster,
        directory: shardDirectory(config.dataDir, number),
        spool: shareOf(config.spool, count),
        collectorId,
        isErased,
        loadedThrough: (own) => loadedThrough(coordination, number, own),
        exclusively: (work) => coordination.exclusively(`finish-${number}`, work),
        observer,
        log: count > 1 ? log.child({ shard: number + 1 }) : log,
      }),
    ),
  )
  const shardWith = (sessionId: string) => {
    const shard = shards[shardOf(sessionId, shards.length)]
    if (!shard) throw new Error('there is a shard for every session')
    return shard
  }
  const spool = allSpools(shards.map((shard) => shard.spool))
  const deadLetters = allDeadLetters(shards.map((shard) => shard.deadLetters))
  const sessions = allSessions(shards.map((shard) => shard.sessions))
  // Dead letters are in no table until they are retried, so no lookup finds them.
  for (const shard of shards) await rememberDeadLetters(seen, shard.deadLetters)

  const recentAssignments = new RecentAssignments()
  const ingest: Ingest = {
    groupCommitFor: (sessionId) => shardWith(sessionId).spool.groupCommit,
    seen,
    collectorId,
    recentAssignments,
    assignedTests: async (sessionId) => {
      const { stored, unverified } = shardWith(sessionId)
      const tests = await stored.of(sessionId).catch((error: unknown) => {
        unverified.doubt(sessionId)
        throw error
      })
      return tests.map(({ test_name }) => test_name)
    },
    steps: pipeline({
      countryOf,
      seen,
      siteHost: new URL(config.origins.site).host,
      isErased,
      onRepeatedAssignment({ event, beacon: { session_id: sessionId }, createdAt: at }) {
        if (event.type !== 'ab_assignment') return
        const { test_name: testName, variant } = event
        // Most assignments are sent twice. If the first is no longer in memory, the query compares.
        if (recentAssignments.get(sessionId, testName)?.variant !== variant)
          shardWith(sessionId).switches.record({ sessionId, testName, variant, at })
      },
    }),
  }
  const assignments = new Assignments({
    recent: (sessionId, testName) => recentAssignments.get(sessionId, testName),
    switched: (sessionId, testName, variant, at) =>
      shardWith(sessionId).switches.record({ sessionId, testName, variant, at }),
    async stored(sessionId, testName) {
      // The rows of an erased session may not have been removed yet.
      if (isErased(sessionId)) return undefined
      // Without the database the hash decides, and its decision is logged.
      const known = await shardWith(sessionId)
        .stored.of(sessionId)
        .catch(() => [])
      const found = known.find(({ test_name }) => test_name === testName)
      return found && { variant: found.variant, assignedAt: found.assigned_at_ms }
    },
    accept: (beacon, request) => acceptBeacon(ingest, beacon, request),
  })
  const coordination: Coordination = db
    ? new PostgresCoordination({
        db,
        id: collectorId,
        heartbeatTimeoutMs: config.heartbeatTimeoutMs,
        report: () => ({
          figures: ownFigures(spool, deadLetters, ledger),
          loaded_through: shards.map((shard) => ownLoadedThrough(shard.spool)),
          oldest_pending_ms: spool.oldestPendingMs,
        }),
        log,
      })
    : new SingleCollectorCoordination(ledger)
  const reconciliation = new Reconciliation({
    ledger,
    erased,
    last: await openLastReconciliation(ledgerDirectory, log),
    coordination,
    shards,
    spool,
    deadLetters,
    reader: clickhouse.reader,
    retentionMonths: config.events.retentionMonths,
    evict: (sessionId) => recentAssignments.delete(sessionId),
    log,
  })
  reconciliation.start()

  const stopped = new AbortController()
  let closed = false
  const started = shards.map(async (shard) => {
    await untilAvailable(() => shard.migrate())
    if (!closed) shard.start()
  })
  let isMigrated = false
  const ready = Promise.all(started)
    .then(() => void (isMigrated = true))
    .then(() => untilAvailable(() => reconciliation.recover()))
    .then(() => {
      if (!closed) reconciliation.resume()
    })
  ready.catch((error: unknown) => {
    if (stopped.signal.aborted) return
    log.error({ err: error }, 'clickhouse cannot be used; events are kept on disk and not inserted')
  })
  const idsKnown = rememberIds()
  idsKnown.catch((error: unknown) => {
    if (stopped.signal.aborted) return
    log.error(
      { err: error },
      'not all known ids could be read; every batch is looked up before it is inserted',
    )
  })

  return {
    /** In the order of ClickHouse's shards. */
    shards,
    /** The logs of all shards. */
    spool,
    deadLetters,
    sessions,
    ingest,
    assignments,
    reconciliation,
    /**
     * Resolves when the tables of all shards are migrated and the loaders run. Rejects only if that is impossible.
     * Available shards do not wait for the others.
     */
    ready,
    /** Whether the tables of all shards are migrated. */
    isMigrated: () => isMigrated,
    /**
     * Resolves when the ids of the last seven days are known. Until then, a resent event counts as accepted, and as a
     * duplicate once the loader has looked it up.
     */
    idsKnown,
    /** Stops accepting, inserts what it can within the grace period, and leaves the rest on disk. */
    async close(graceMs: number) {
      stopped.abort()
      await spool.close()
      const drained = Promise.all(
        shards.map(async (shard, i) => {
          await started[i]?.catch(() => {})
          await shard.drain(graceMs)
        }),
      ).then(() => Promise.all([reconciliation.stop(), idsKnown.catch(() => {})]))
      // A server that does not respond must not delay the shutdown; unconfirmed rows are in the spool.
      await withTimeout(graceMs + GIVE_UP_MS, drained)
      closed = true
    },
  }

  /** Meanwhile the loader looks up accepted events. */
  async function rememberIds(): Promise<void> {
    for (const shard of shards) await rememberRetainedRows(seen, shard.spool, stopped.signal)
    await Promise.all(
      shards.map(async ({ clickhouse: { reader }, unverified }, i) => {
        await started[i]
        await untilAvailable(() => rememberStoredRows(seen, reader, stopped.signal))
        stopped.signal.throwIfAborted()
        await unverified.endLookups()
      }),
    )
    await ready
  }

  /** Retries while ClickHouse is unavailable. */
  async function untilAvailable(work: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        if (error instanceof MigrationError || stopped.signal.aborted) throw error
        log[severityOfFailure(attempt)](
          { err: error, attempt },
          'clickhouse cannot be reached; events are kept on disk until it can',
        )
        await sleep(backoff(attempt), undefined, { signal: stopped.signal })
      }
    }
  }
}

/** @throws if there is the log of a further shard, which would never be loaded. */
function expectNoFurtherShards(dataDir: string, count: number): void {
  const next = shardDirectory(dataDir, count)
  if (existsSync(next))
    throw new Error(
      `${next} has the log of a shard that is not among the ${count} of CLICKHOUSE_SHARDS. Shards are added at the end, and never taken away.`,
    )
}
