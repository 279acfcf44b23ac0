import { setTimeout as sleep } from 'node:timers/promises'
import type { Delivery, KnownDelivery } from '@half-measure/shared/stats/delivery.ts'
import type { Finding, Reconciliation as Result } from '@half-measure/shared/stats/reconciliation.ts'
import type { ClickHouse } from '../warehouse/clickhouse/clickhouse.ts'
import type { Deadline } from '../platform/deadline.ts'
import type { Logger } from '../platform/logger.ts'
import type { Spool } from '../spool/spool.ts'
import type { DeadLetters } from '../warehouse/loader/dead-letters.ts'
import type { Loader } from '../warehouse/loader/loader.ts'
import type { SessionKeeper } from '../warehouse/sessions/session-keeper.ts'
import type { CollectorFigures } from './coordination/collector-figures.ts'
import { type Coordination, type Lease, loadedThrough } from './coordination/coordination.ts'
import { compareEvents, compareSessions } from './compare.ts'
import { deduplicate } from './deduplicate.ts'
import {
  deliveryReport,
  type LogFigures,
  ownFigures,
  PromptReport,
  type Report,
  sharesOf,
} from './delivery-report.ts'
import type { ErasedSessions } from './erasure/erased-sessions.ts'
import { Erasures } from './erasure/erasures.ts'
import { countStoredViews, type ImportedRows, importRows, finishImport } from './import-rows.ts'
import type { LastReconciliation } from './last-reconciliation.ts'
import type { Ledger } from './ledger.ts'
import { keptSince } from './months.ts'
import { figuresWithoutLog, isDifference, reportOfCollector, tableCounts } from './equations.ts'
import { type KeptLog, replay, type ReplayResult } from './replay.ts'
import { removeExpiredMonths } from './retention.ts'
import { retryDeadLetters } from './retry-dead-letters.ts'

export interface ReconciliationOptions {
  readonly ledger: Ledger
  readonly erased: ErasedSessions
  readonly last: LastReconciliation
  readonly coordination: Coordination
  readonly sessions: SessionKeeper
  readonly spool: Spool
  readonly loader: Loader
  readonly deadLetters: DeadLetters
  readonly clickhouse: ClickHouse
  readonly retentionMonths: number
  /** Evicts a session from memory. */
  readonly evict: (sessionId: string) => void
  readonly flushSwitches: () => Promise<void>
  readonly log: Logger
}

/** Damage that was set aside is there for a person to look at, and not for ever: it may be of anybody. */
const QUARANTINE_MS = 30 * 24 * 3_600_000

export class CollectorNotRetiredError extends Error {
  override name = 'CollectorNotRetiredError'
  readonly code = 'collector_not_retired'
}

/** What came, what became of it, and the work that changes what is stored otherwise than by loading. */
export class Reconciliation {
  readonly #options: ReconciliationOptions
  readonly erasures: Erasures
  readonly #promptReport: PromptReport
  #removals = 0
  #closed = false

  constructor(options: ReconciliationOptions) {
    this.#options = options
    const { clickhouse, sessions, log } = options
    this.erasures = new Erasures({
      ...options,
      clickhouse: clickhouse.migrator,
      eraseSessions: (hashes) => sessions.erase(hashes),
      onRemoved: () => this.#removals++,
    })
    this.#promptReport = new PromptReport(() => this.#report(), log)
  }

  get collectorId(): string {
    return this.#options.ledger.collectorId
  }

  get coordination(): Coordination {
    return this.#options.coordination
  }

  /** Digests of the sessions that must have no rows, open erasures included: SHA-256 in hexadecimal. */
  async erasedDigests(): Promise<string[]> {
    return [...new Set([...(await this.#options.erased.list()), ...this.erasures.openDigests])]
  }

  /** Remembers sessions as erased elsewhere: nothing of them is accepted. Their rows, if any, are for `erasures`. */
  rememberErased(digests: readonly string[]): Promise<void> {
    return this.#options.erased.add(digests)
  }

  /** How often something else than loading changed the tables: results from before may not be true any more. */
  get tablesVersion(): number {
    return this.#options.loader.tablesVersion + this.#removals
  }

  /** Null before the first. */
  get last(): Result | null {
    return this.#options.last.result
  }

  /** This collector's own figures. */
  get figures(): CollectorFigures {
    const { spool, deadLetters, ledger } = this.#options
    return ownFigures(spool, deadLetters, ledger)
  }

  /** The delivery report as far as it is known without ClickHouse. */
  get known(): KnownDelivery {
    return { ...this.figures, last_reconciliation: this.last }
  }

  /** @throws {ApiError} 503 with what is known without the database, where it does not respond in time. */
  delivery(): Promise<Delivery> {
    return this.#promptReport.get(this.known)
  }

  /** The report of this collector alone. @param log as it was at a moment since which nothing was loaded. */
  async ownReport(log: LogFigures = this.#options.spool): Promise<Report> {
    const { deadLetters, ledger } = this.#options
    const counts = await tableCounts(this.#options.clickhouse.migrator)
    return reportOfCollector(this.collectorId, ownFigures(log, deadLetters, ledger), counts)
  }

  /** Runs a task while this collector loads nothing, and no collector removes anything. */
  whilePaused<T>(task: (lease: Lease) => Promise<T>, deadline?: Deadline): Promise<T> {
    const { coordination, loader } = this.#options
    const paused = (lease: Lease) => loader.exclusively(() => task(lease), deadline)
    return this.#finishInterrupted(deadline).then(() =>
      coordination.exclusively('maintenance', paused, deadline),
    )
  }

  /** Compares this collector's log with its rows, and what all of them have in common; keeps the result. */
  async reconcile(deadline?: Deadline): Promise<Result> {
    const { result } = await this.#compare(deadline)
    if (!result.ok)
      this.#options.log.error(
        { reconciliation: result },
        'the delivery report does not add up; see the runbook "numbers look wrong"',
      )
    return result
  }

  /** The same, once the later rows of events that two collectors stored are removed. */
  async deduplicate(deadline?: Deadline): Promise<Result> {
    await this.coordination.exclusively('maintenance', () => this.#deduplicate(), deadline)
    return this.reconcile(deadline)
  }

  /** Puts back what the database lost and the kept segments still have. */
  replay(progress: (read: number) => void, deadline?: Deadline): Promise<ReplayResult> {
    return this.#options.loader.exclusively(() => replay(this.#keptLog, progress), deadline)
  }

  /** Rebuilds the finished sessions from the raw rows. @param progress receives the share that is done. */
  rebuild(progress: (share: number) => void): Promise<void> {
    return this.#options.sessions.rebuild(progress)
  }

  /** Retries the dead letters. */
  retryDeadLetters(deadline?: Deadline): Promise<{ inserted: number; refused: number }> {
    const { loader, clickhouse, deadLetters } = this.#options
    const retry = () => retryDeadLetters(clickhouse, deadLetters, () => loader.resume())
    return loader.exclusively(retry, deadline)
  }

  /** Resumes loading where a refused batch had stopped it; the batch stays among the dead letters. */
  resumeLoading(): Promise<void> {
    return this.#options.loader.resume()
  }

  /** Inserts rows into the tables without the log, and counts them as accepted. */
  importRows(batchId: string, tables: readonly ImportedRows[]): Promise<void> {
    const { loader, clickhouse, ledger } = this.#options
    return loader.exclusively(() => importRows(clickhouse, ledger, batchId, tables))
  }

  countStoredViews(eventIds: readonly string[]): Promise<number> {
    return countStoredViews(this.#options.clickhouse.reader, eventIds)
  }

  /**
   * Retires a collector that was lost with its log: what it had accepted and not loaded counts as dead
   * letters.
   *
   * @throws {CollectorNotRetiredError} if no collector has that id, or it is live.
   */
  async retire(id: string): Promise<void> {
    const found = (await this.coordination.heartbeat()).find((collector) => collector.id === id)
    if (!found) throw new CollectorNotRetiredError(`There is no other collector with the id ${id}.`)
    if (found.state === 'live')
      throw new CollectorNotRetiredError(
        `Collector ${id} sent a heartbeat ${Math.round(found.age_ms / 1_000)} s ago. Stop it first.`,
      )
    const counts = await tableCounts(this.#options.clickhouse.migrator)
    await this.coordination.retire(id, figuresWithoutLog(id, found.figures, counts))
    await this.coordination.heartbeat()
  }

  /** Finishes what earlier processes left; once the database is available and before anything is loaded. */
  async recover(): Promise<void> {
    const { clickhouse, ledger, spool } = this.#options
    await finishImport(clickhouse.migrator, ledger)
    // A new directory has missed no night.
    if (ledger.lastNight === undefined && spool.totals.accepted === 0) await ledger.endNight(new Date())
  }

  /** Begins to coordinate with other collectors. */
  start(): void {
    this.coordination.start(() => this.erasures.look())
  }

  /** Resumes what earlier processes left undone, once the loader runs. */
  resume(): void {
    this.erasures.start()
  }

  /** Ends background work; the next process resumes what is not done. */
  async stop(): Promise<void> {
    this.#closed = true
    await this.erasures.stop()
    await this.coordination.stop()
  }

  /** When this collector's nightly work was last done, milliseconds since 1970; undefined before the first time. */
  get lastNight(): number | undefined {
    return this.#options.ledger.lastNight
  }

  /** The daily work: removes expired events, compares, and repairs what can be repaired. */
  async nightly(now = new Date()): Promise<void> {
    const { coordination, spool, sessions, log } = this.#options
    await coordination.exclusively('maintenance', async () => {
      if (await coordination.isNightDone(now)) return
      await this.#removeExpired(now)
      await this.#deduplicate()
      await coordination.endNight(now)
    })
    await spool.removeQuarantined(now.getTime() - QUARANTINE_MS)
    const { areSessionsStale } = await this.#compare()
    if (areSessionsStale) {
      log.warn('sessions differed from the raw rows, and are rebuilt')
      await sessions.rebuild()
    }
    if (this.last?.ok === false) await this.reconcile()
  }

  /** This collector's nightly work is done. */
  endNight(at: Date): Promise<void> {
    return this.#options.ledger.endNight(at)
  }

  async #report(): Promise<Report> {
    const { clickhouse, coordination } = this.#options
    const { others } = coordination
    const own = this.figures
    const report = await deliveryReport(clickhouse.reader, [own, ...others.map(({ figures }) => figures)])
    return others.length === 0 ? report : { ...report, collectors: sharesOf(own, this.collectorId, others) }
  }

  async #compare(deadline?: Deadline): Promise<{ result: Result; areSessionsStale: boolean }> {
    const ofEvents = await this.whilePaused(async (lease) => {
      const compared = await compareEvents(this.#options, this.collectorId, () => this.figures, this.#keptLog)
      lease.assertHeld()
      return compared
    }, deadline)
    const whilePaused = (task: () => Promise<Finding[]>) => this.whilePaused(task, deadline)
    const ofSessions = await compareSessions(this.#options, whilePaused, deadline)
    const skipped = [...ofEvents.skipped, ...ofSessions.skipped]
    const findings = [...ofEvents.findings, ...ofSessions.findings]
    const result: Result = {
      at: new Date().toISOString(),
      ok: !findings.some(isDifference),
      findings,
      ...(skipped.length > 0 && { skipped }),
    }
    await this.#options.last.keep(result)
    return { result, areSessionsStale: ofSessions.findings.some(isDifference) }
  }

  get #keptLog(): KeptLog {
    const { clickhouse, spool, deadLetters, retentionMonths } = this.#options
    const isErased = (sessionId: string) => this.erasures.isErased(sessionId)
    return { clickhouse: clickhouse.migrator, spool, deadLetters, retentionMonths, isErased }
  }

  async #removeExpired(now: Date): Promise<void> {
    const { clickhouse, coordination, loader, sessions, spool, retentionMonths, log } = this.#options
    const since = keptSince(now, retentionMonths)
    if (loadedThrough(coordination, now.getTime() - spool.oldestPendingMs) < since) {
      log.warn('expired months stay until every collector has loaded what it kept that long')
      return
    }
    await loader.exclusively(() => removeExpiredMonths(clickhouse.migrator, retentionMonths, log, now))
    await sessions.expire(since)
  }

  async #deduplicate(): Promise<void> {
    const { clickhouse, coordination, spool, log } = this.#options
    if (!coordination.isShared) return
    await coordination.heartbeat()
    const removed = await deduplicate({
      client: clickhouse.migrator,
      loadedThrough: loadedThrough(coordination, Date.now() - spool.oldestPendingMs),
      log,
    })
    if (removed > 0) this.#removals++
  }

  /** Finishes what an earlier process or a refused statement left half done, so that it is no finding. */
  async #finishInterrupted(deadline?: Deadline): Promise<void> {
    const { loader, clickhouse, ledger, spool } = this.#options
    const loaded = async () => {
      while (spool.hasUnconfirmedBatch && !this.#closed) await sleep(50)
    }
    const what = () => 'the batch that an earlier process left half inserted'
    await (deadline ? deadline.waitFor(what, loaded()) : loaded())
    await loader.exclusively(() => finishImport(clickhouse.migrator, ledger), deadline)
  }
}
