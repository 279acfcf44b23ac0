import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import type { Delivery, KnownDelivery } from '@half-measure/shared/stats/delivery.ts'
import type { Finding, Reconciliation as Result } from '@half-measure/shared/stats/reconciliation.ts'
import type { Deadline } from '../platform/deadline.ts'
import { Mutex } from '../platform/mutex.ts'
import type { AllDeadLetters, AllSpools } from '../warehouse/all-shards.ts'
import type { Shard } from '../warehouse/shard.ts'
import type { CollectorFigures } from './coordination/collector-figures.ts'
import { type Coordination, type Lease, oldestPendingMs } from './coordination/coordination.ts'
import { compareAll, compareLogs } from './compare.ts'
import {
  deliveryReport,
  type LogFigures,
  ownFigures,
  DeliveryReporter,
  type Report,
  sharesOf,
} from './delivery-report.ts'
import { type ErasureOptions, Erasures } from './erasure/erasures.ts'
import { type ImportedRows, importRows, finishImport } from './import-rows.ts'
import type { LastReconciliation } from './last-reconciliation.ts'
import {
  removeExpired,
  removeCrossCollectorDuplicates,
  removeExpiredDeadLetters,
  removeOldDamage,
} from './nightly-removal.ts'
import { countsOf, isDifference, reportOfCollector } from './equations.ts'
import { type RetainedLog, replay } from './replay.ts'
import { retireCollector } from './retire-collector.ts'
import { retryDeadLetters } from './retry-dead-letters.ts'
import { expectAllAvailable } from './available-shards.ts'

export interface ReconciliationOptions extends Omit<ErasureOptions, 'onRemoved'> {
  readonly last: LastReconciliation
  /** The logs of all shards. */
  readonly spool: AllSpools
  readonly deadLetters: AllDeadLetters
  /** Reads all shards. */
  readonly reader: ClickHouseClient
  readonly retentionMonths: number
}

class LoadingStoppedError extends Error {
  override name = 'LoadingStoppedError'
  readonly code = 'loading_stopped'

  constructor() {
    super(
      'Loading is stopped, and a batch from before the last start may be partly in the tables, so they cannot be ' +
        'compared or backed up. Run dead-letters --retry, or dead-letters --resume; see the runbook "loading stopped".',
    )
  }
}

/** The outcomes of all events, and all work on the tables other than loading. */
export class Reconciliation {
  readonly #options: ReconciliationOptions
  readonly erasures: Erasures
  readonly #promptReport: DeliveryReporter
  /** Held while rows are imported, because the ledger and the tables differ meanwhile. */
  readonly #imports = new Mutex()
  #removals = 0
  #closed = false

  constructor(options: ReconciliationOptions) {
    this.#options = options
    this.erasures = new Erasures({ ...options, onRemoved: () => this.#removals++ })
    this.#promptReport = new DeliveryReporter(() => this.#report(), options.log)
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

  /** Refuses sessions that were erased elsewhere. `erasures` removes their rows, if any. */
  rememberErased(digests: readonly string[]): Promise<void> {
    return this.#options.erased.add(digests)
  }

  /** Counts changes to the tables other than loading: earlier results may be out of date. */
  get tablesVersion(): number {
    return this.#options.shards.reduce(
      (sum, { loader, sessions }) => sum + loader.tablesVersion + sessions.rebuilds,
      this.#removals,
    )
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

  /** Age of the oldest event that any live collector has not loaded, milliseconds. */
  get oldestPendingMs(): number {
    return oldestPendingMs(this.coordination, this.#options.spool.oldestPendingMs)
  }

  /** The delivery report as far as it is known without ClickHouse. */
  get known(): KnownDelivery {
    const oldest_pending_ms = Math.round(this.oldestPendingMs)
    return { ...this.figures, oldest_pending_ms, last_reconciliation: this.last }
  }

  /** @throws {ApiError} 503 with what is known without the database, where it does not respond in time. */
  delivery(): Promise<Delivery> {
    return this.#promptReport.get(this.known)
  }

  /** The report of this collector alone. @param log a snapshot since which nothing was loaded. */
  async ownReport(log: LogFigures = this.#options.spool): Promise<Report> {
    const { shards, deadLetters, ledger } = this.#options
    return reportOfCollector(this.collectorId, ownFigures(log, deadLetters, ledger), await countsOf(shards))
  }

  /** Runs a task while this collector loads nothing, and no collector removes anything. @throws {LoadingStoppedError} */
  whilePaused<T>(task: (lease: Lease) => Promise<T>, deadline?: Deadline): Promise<T> {
    const { shards } = this.#options
    return this.#maintaining((lease) => {
      const pausing =
        (work: () => Promise<T>, { loader }: Shard) =>
        () =>
          loader.exclusively(work, deadline)
      return shards.reduce(pausing, () => task(lease))()
    }, deadline)
  }

  /** What differs between this collector's log and the tables. Only for a task of `whilePaused`. */
  async differencesWhilePaused(): Promise<Finding[]> {
    const { findings } = await compareLogs(
      { ...this.#options, checkIdsSince: this.#options.last.uncheckedIdsSince },
      (shard) => this.#retainedLog(shard),
      (_, task) => task(),
    )
    return findings.filter(isDifference)
  }

  /**
   * Compares this collector's log with its rows, checks what all collectors share, and keeps the result.
   *
   * @param ids which are compared: all, or those that arrived since the last result without differences.
   */
  async reconcile(deadline?: Deadline, ids: 'all' | 'unchecked' = 'all'): Promise<Result> {
    const { result } = await this.#compare(ids === 'all' ? 0 : this.#options.last.uncheckedIdsSince, deadline)
    if (!result.ok)
      this.#options.log.error(
        { reconciliation: result },
        'the delivery report does not add up; see the runbook "numbers look wrong"',
      )
    return result
  }

  /** Removes cross-collector duplicates, then reconciles. */
  async deduplicate(deadline?: Deadline): Promise<Result> {
    await this.coordination.exclusively('maintenance', () => this.#deduplicate(), deadline)
    return this.reconcile(deadline)
  }

  /** Restores rows that the database lost and the retained segments still have. */
  async replay(progress: (read: number) => void, deadline?: Deadline) {
    let [read, inserted] = [0, 0]
    for (const shard of this.#options.shards) {
      const replayed = () => replay(this.#retainedLog(shard), (soFar) => progress(read + soFar))
      const result = await shard.loader.exclusively(replayed, deadline)
      read += result.read
      inserted += result.inserted
    }
    return { read, inserted }
  }

  /** Retries the dead letters. */
  async retryDeadLetters(deadline?: Deadline): Promise<{ inserted: number; refused: number }> {
    let [inserted, refused] = [0, 0]
    for (const { loader, clickhouse, deadLetters } of this.#options.shards) {
      const retry = () => retryDeadLetters(clickhouse, deadLetters, () => loader.resume())
      const result = await loader.exclusively(retry, deadline)
      inserted += result.inserted
      refused += result.refused
    }
    return { inserted, refused }
  }

  /** Resumes loading where a refused batch had stopped it; the batch stays among the dead letters. */
  async resumeLoading(): Promise<void> {
    for (const { loader } of this.#options.shards) await loader.resume()
  }

  /** Inserts rows into the tables without the log, and counts them as accepted. */
  importRows(batchId: string, tables: readonly ImportedRows[]): Promise<void> {
    const { shards, ledger } = this.#options
    return this.#imports.run(() => importRows(shards, ledger, batchId, tables))
  }

  /** Retires a collector that was lost with its log. @throws {CollectorNotRetiredError} */
  retire(id: string): Promise<void> {
    return retireCollector(this.coordination, this.#options.shards, id)
  }

  /** Finishes what earlier processes left undone, once the databases are available. */
  async recover(): Promise<void> {
    const { shards, ledger, spool } = this.#options
    await finishImport(shards, ledger)
    // A new directory has missed no night.
    if (ledger.lastNightlyRun === undefined && spool.totals.accepted === 0)
      await ledger.recordNightlyRun(new Date())
  }

  /** Begins to coordinate with other collectors. */
  start(): void {
    this.coordination.start(() => this.erasures.wake())
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
  get lastNightlyRun(): number | undefined {
    return this.#options.ledger.lastNightlyRun
  }

  /** The daily work: removes expired events, compares, and repairs what can be repaired. */
  async nightly(now = new Date()): Promise<void> {
    const { coordination, shards, log } = this.#options
    await expectAllAvailable(shards)
    await coordination.exclusively('maintenance', async () => {
      await removeExpiredDeadLetters(this.#options, now)
      if (await coordination.isNightlyRunDone(now)) return
      await removeExpired(this.#options, now)
      await this.#deduplicate()
      await coordination.recordNightlyRun(now)
    })
    await removeOldDamage(shards, now)
    const { stale } = await this.#compare(this.#options.last.uncheckedIdsSince)
    for (const { sessions } of stale) {
      log.warn('sessions differed from the raw rows, and are rebuilt')
      await sessions.rebuild()
    }
    if (this.last?.ok === false) await this.reconcile()
  }

  /** Records that this collector's nightly work is done. */
  recordNightlyRun(at: Date): Promise<void> {
    return this.#options.ledger.recordNightlyRun(at)
  }

  async #report(): Promise<Report> {
    const { reader, coordination } = this.#options
    const { others } = coordination
    const own = this.figures
    const report = await deliveryReport(reader, [own, ...others.map(({ figures }) => figures)])
    return others.length === 0 ? report : { ...report, collectors: sharesOf(own, this.collectorId, others) }
  }

  /** @returns also the shards whose sessions differ. */
  async #compare(
    checkIdsSince: number,
    deadline?: Deadline,
  ): Promise<{ result: Result; stale: readonly Shard[] }> {
    const { findings, skipped, stale } = await compareAll(
      { ...this.#options, checkIdsSince },
      (shard) => this.#retainedLog(shard),
      (task) => this.#maintaining(task, deadline),
      deadline,
    )
    const result: Result = {
      at: new Date().toISOString(),
      ok: !findings.some(isDifference),
      findings,
      ...(skipped.length > 0 && { skipped }),
    }
    await this.#options.last.keep(result)
    return { result, stale }
  }

  #retainedLog({ clickhouse, spool, deadLetters }: Shard): RetainedLog {
    const { retentionMonths } = this.#options
    const isErased = (sessionId: string) => this.erasures.isErased(sessionId)
    return { clickhouse: clickhouse.migrator, spool, deadLetters, retentionMonths, isErased }
  }

  async #deduplicate(): Promise<void> {
    this.#removals += await removeCrossCollectorDuplicates(this.#options)
  }

  /**
   * Runs a task while nothing is imported and no collector removes anything. First finishes what an earlier process
   * or a refused statement left half done, so that it is no finding.
   *
   * @throws {LoadingStoppedError} if that cannot be finished.
   */
  async #maintaining<T>(task: (lease: Lease) => Promise<T>, deadline?: Deadline): Promise<T> {
    const { shards, ledger, coordination } = this.#options
    const loaded = async () => {
      for (;;) {
        const unconfirmed = shards.filter(({ spool }) => spool.hasUnconfirmedBatch)
        if (unconfirmed.length === 0 || this.#closed) return
        if (unconfirmed.some(({ loader }) => loader.isStopped)) throw new LoadingStoppedError()
        await sleep(50)
      }
    }
    const what = () => 'the batch that an earlier process left half inserted'
    await (deadline ? deadline.waitFor(what, loaded()) : loaded())
    const finished = async () => {
      await finishImport(shards, ledger)
      return coordination.exclusively('maintenance', task, deadline)
    }
    return this.#imports.run(finished, deadline, () => 'other work on the tables to end')
  }
}
