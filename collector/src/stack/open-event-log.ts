import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadedThrough } from '../reconciliation/coordination/coordination.ts'
import { Alone } from '../reconciliation/coordination/alone.ts'
import { PostgresCoordination } from '../reconciliation/coordination/postgres-coordination.ts'
import { ownFigures } from '../reconciliation/delivery-report.ts'
import { ErasedSessions } from '../reconciliation/erasure/erased-sessions.ts'
import { LastReconciliation } from '../reconciliation/last-reconciliation.ts'
import { Ledger } from '../reconciliation/ledger.ts'
import { Reconciliation } from '../reconciliation/reconciliation.ts'
import { rememberDeadLetters, rememberKeptRows, rememberStoredRows } from '../reconciliation/remember-ids.ts'
import type { Db } from '../database/schema/database.ts'
import { withTimeout } from '../platform/deadline.ts'
import { migrateClickHouse, MigrationError, readDefinitions } from '../warehouse/clickhouse/migrate.ts'
import type { ClickHouse } from '../warehouse/clickhouse/clickhouse.ts'
import type { Config } from '../config/config.ts'
import { Assignments } from '../ingest/assignments.ts'
import { StoredAssignments } from '../warehouse/stored-assignments.ts'
import { insertVariantSwitches, VariantSwitches } from '../warehouse/variant-switches.ts'
import { acceptBeacon, type Ingest } from '../ingest/accept-beacon.ts'
import { type CountryOf, openCountries } from '../ingest/country.ts'
import { pipeline } from '../ingest/pipeline.ts'
import { RecentAssignments } from '../ingest/recent-assignments.ts'
import { SeenIds } from '../ingest/seen-ids.ts'
import type { Logger } from '../platform/logger.ts'
import type { Observer } from '../events/observer.ts'
import { IdWindow } from '../spool/id-window.ts'
import { Spool } from '../spool/spool.ts'
import { backoff, severityOfFailure } from '../platform/backoff.ts'
import { DeadLetters } from '../warehouse/loader/dead-letters.ts'
import { SessionKeeper } from '../warehouse/sessions/session-keeper.ts'
import { UnverifiedRows } from '../warehouse/loader/unverified-rows.ts'
import { Loader } from '../warehouse/loader/loader.ts'

/** Everything between a beacon and the tables. */
export interface EventLog {
  readonly spool: Spool
  readonly ingest: Ingest
  readonly assignments: Assignments
  readonly reconciliation: Reconciliation
  readonly deadLetters: DeadLetters
  readonly sessions: SessionKeeper
  /** Resolves when the tables are migrated and the loader runs. Rejects only if that is impossible. */
  readonly ready: Promise<void>
  /**
   * Resolves when the ids of the last seven days are known. Until then, a resent event counts as accepted, and as a
   * duplicate once the loader has looked it up.
   */
  readonly idsKnown: Promise<void>
  /** Stops accepting, inserts what it can within the grace period, and leaves the rest on disk. */
  close(graceMs: number): Promise<void>
}

/** In addition, for a loader between two attempts to notice the shutdown. */
const GIVE_UP_MS = 250

/** Of seven days; this many take about 1 GB. */
const MAX_WINDOW_IDS = 30_000_000

/** The same, of networks that send more than their fair share. */
const MAX_CROWDED_IDS = 5_000_000

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
): Promise<EventLog> {
  const spool = await Spool.open({ ...config.spool, log })
  const deadLetters = await DeadLetters.open(join(config.dataDir, 'dead-letters'))
  const ledgerDirectory = join(config.dataDir, 'ledger')
  const ledger = await Ledger.open(ledgerDirectory)
  const erased = await ErasedSessions.open(ledgerDirectory)
  const seen = new SeenIds(
    new IdWindow(MAX_WINDOW_IDS, (ids) =>
      log.warn({ ids }, 'more ids in seven days than the window holds; the oldest are forgotten early'),
    ),
    new IdWindow(MAX_CROWDED_IDS, (ids) =>
      log.warn({ ids }, 'some networks send very many events; their oldest ids are forgotten early'),
    ),
  )
  // They are in no table until they are retried, so no lookup finds them.
  await rememberDeadLetters(seen, deadLetters)

  const isErased = (sessionId: string) => reconciliation.erasures.isErased(sessionId)
  const switches = new VariantSwitches({
    insert: (rows) => insertVariantSwitches(clickhouse.writer, rows),
    isErased,
    log,
  })

  const unverified = new UnverifiedRows(spool)
  const recentAssignments = new RecentAssignments()
  const stored = new StoredAssignments(clickhouse.reader)
  const ingest: Ingest = {
    log: spool.groupCommit,
    seen,
    collectorId: ledger.collectorId,
    recentAssignments,
    assignedTests: async (sessionId) => {
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
        // Most are sent twice. If the first is no longer in memory, the query compares.
        if (recentAssignments.get(sessionId, testName)?.variant !== variant)
          switches.record({ sessionId, testName, variant, at })
      },
    }),
  }
  const assignments = new Assignments({
    recent: (sessionId, testName) => recentAssignments.get(sessionId, testName),
    switched: (sessionId, testName, variant, at) => switches.record({ sessionId, testName, variant, at }),
    async stored(sessionId, testName) {
      // Its rows may not have been removed yet.
      if (isErased(sessionId)) return undefined
      // Without the database the hash decides, and its decision is logged.
      const known = await stored.of(sessionId).catch(() => [])
      const found = known.find(({ test_name }) => test_name === testName)
      return found && { variant: found.variant, assignedAt: found.assigned_at_ms }
    },
    accept: (beacon, request) => acceptBeacon(ingest, beacon, request),
  })
  const loader = new Loader({
    spool,
    clickhouse: clickhouse.writer,
    embedded: clickhouse.embedded,
    replicated: clickhouse.replicated,
    migrator: clickhouse.migrator,
    deadLetters,
    unverified,
    log,
    ...(observer ? { observer } : {}),
  })
  const ownLoadedThrough = () => Date.now() - spool.oldestPendingMs
  const coordination = db
    ? new PostgresCoordination({
        db,
        id: ledger.collectorId,
        heartbeatTimeoutMs: config.heartbeatTimeoutMs,
        report: () => ({
          figures: ownFigures(spool, deadLetters, ledger),
          loaded_through: ownLoadedThrough(),
        }),
        log,
      })
    : new Alone(ledger)
  const sessions = new SessionKeeper({
    client: clickhouse.migrator,
    collectorId: ledger.collectorId,
    log,
    loadedThrough: () => loadedThrough(coordination, ownLoadedThrough()),
    exclusively: (work) => coordination.exclusively('finalise', work),
  })
  const reconciliation = new Reconciliation({
    ledger,
    erased,
    last: await LastReconciliation.open(ledgerDirectory, log),
    coordination,
    sessions,
    spool,
    loader,
    deadLetters,
    clickhouse,
    retentionMonths: config.events.retentionMonths,
    evict: (sessionId) => recentAssignments.delete(sessionId),
    flushSwitches: () => switches.flush(),
    log,
  })
  reconciliation.start()

  const stopped = new AbortController()
  let closed = false
  const ready = untilAvailable(async () => {
    await migrateClickHouse(clickhouse.migrator, log)
    await clickhouse.afterMigrations(await readDefinitions())
    await reconciliation.recover()
  }).then(() => {
    if (closed) return
    loader.start()
    reconciliation.resume()
    sessions.start()
    switches.start()
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
    spool,
    ingest,
    assignments,
    reconciliation,
    deadLetters,
    sessions,
    ready,
    idsKnown,
    async close(graceMs) {
      stopped.abort()
      await spool.close()
      const drained = ready
        .catch(() => {})
        .then(() => Promise.all([loader.drain(graceMs), sessions.stop(), switches.close()]))
        .then(() => Promise.all([reconciliation.stop(), idsKnown.catch(() => {})]))
      // A server that does not respond must not delay the shutdown; unconfirmed rows are in the spool.
      await withTimeout(graceMs + GIVE_UP_MS, drained)
      closed = true
    },
  }

  /** Meanwhile the loader looks up what is accepted. */
  async function rememberIds(): Promise<void> {
    await rememberKeptRows(seen, spool, stopped.signal)
    await ready
    await untilAvailable(() => rememberStoredRows(seen, clickhouse.reader, stopped.signal))
    stopped.signal.throwIfAborted()
    await unverified.endLookups()
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
