/**
 * The loader: takes sealed batches from the spool and inserts each into its tables, in order, one at a time.
 *
 * - Every attempt sends the same bytes and the same token. A timeout or a broken connection means unknown, not
 *   failed. Rows in the raw table are no reason to skip an attempt: a view may still lack them.
 * - As long as ClickHouse has not restarted, repeating an insert under its token is safe, even for the next process.
 *   The engine's start is recorded before a batch's first attempt. If the engine restarts after an attempt, the batch
 *   is unconfirmed and counted first (`batch_id`). Engines up to 26.7 register a token before they commit its rows,
 *   so a crash may waste a token, in the table or in a view. Without a row in the table, a new token is recorded and
 *   used. With any other wrong count, the batch's rows are removed first. In each case the batch's sessions are
 *   marked as late, since a view may not have noted them.
 * - A batch with rows accepted before all stored ids were known is looked up first, event by event. Events that the
 *   database has from an earlier batch are recorded, left out at every attempt, and counted as duplicates when the
 *   batch is committed.
 * - Rows that the database refuses are found by halving and set aside as dead letters; the others are inserted. An
 *   error is a refusal only while none of the rows is in the table: otherwise a view is at fault, and has to be
 *   repaired. A halving is recorded before it begins, because the database may accept the whole from the next
 *   process.
 * - If dozens of rows are refused for one reason, the rest of the batch is set aside as one file and loading stops
 *   until an operator resumes it; the log keeps what arrives.
 * - The cursor moves last. Everything before it is repeatable.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { backoff, severityOfFailure } from '../../platform/backoff.ts'
import type { Deadline } from '../../platform/deadline.ts'
import { EVENT_TABLES } from '../../events/event-tables.ts'
import { failpoint } from '../../platform/failpoint.ts'
import { Mutex } from '../../platform/mutex.ts'
import type { RowCounts, SealedBatch } from '../../spool/batch.ts'
import type { DuplicateIds } from '../../spool/cursor.ts'
import type { StoredRows } from '../../spool/row-block.ts'
import type { Spool } from '../../spool/spool.ts'
import { withoutEvents } from './batch-part.ts'
import { findDuplicates } from './find-stored.ts'
import { type LoadOptions, loadTable } from './load-table.ts'
import type { UnverifiedRows } from './unverified-rows.ts'

export interface LoaderOptions extends Omit<LoadOptions, 'stop' | 'refusals'> {
  readonly spool: Spool
  readonly unverified: Pick<UnverifiedRows, 'of'>
}

/** Pause before a batch is retried because its bytes could not be read or the cursor could not be moved. */
const DISK_RETRY_MS = 3_000

export class Loader {
  readonly #options: LoaderOptions
  readonly #stop = new AbortController()
  readonly #mutex = new Mutex()
  #done: Promise<void> | undefined
  readonly #refusals = new Map<string, number>()
  #resume = Promise.withResolvers<void>()
  #inserting = false
  #tablesVersion = 0

  constructor(options: LoaderOptions) {
    this.#options = options
  }

  /** Counts tasks that had the tables to themselves; earlier results may be out of date. */
  get tablesVersion(): number {
    return this.#tablesVersion
  }

  /** A batch was refused as a whole: nothing is loaded until an operator resumes loading. */
  get isStopped(): boolean {
    return this.#options.deadLetters.stopLoading
  }

  start(): void {
    this.#done ??= this.#run()
  }

  /** Resumes stopped loading. */
  async resume(): Promise<void> {
    await this.#options.deadLetters.resumeLoading()
    this.#refusals.clear()
    this.#resume.resolve()
    this.#resume = Promise.withResolvers()
  }

  /**
   * Runs a task while no batch is being inserted, and no other such task runs.
   *
   * @throws {DeadlineExceededError} if its turn does not come in time; then it is not run.
   */
  exclusively<T>(task: () => Promise<T>, deadline?: Deadline): Promise<T> {
    const what = () =>
      this.#inserting
        ? 'the batch under way, which ClickHouse has not confirmed yet'
        : 'other work on the tables to end'
    return this.#mutex.run(() => task().finally(() => this.#tablesVersion++), deadline, what)
  }

  /**
   * Inserts the rows left in a closed spool. Stops waiting and retrying after `graceMs`; the rest stays in the spool.
   */
  async drain(graceMs: number): Promise<void> {
    if (!this.#done) return
    if (this.isStopped) this.#stop.abort()
    const timer = setTimeout(() => this.#stop.abort(), graceMs)
    await this.#done
    clearTimeout(timer)
  }

  async #run(): Promise<void> {
    const { spool, log } = this.#options
    const stopped = new Promise((resolve) => this.#stop.signal.addEventListener('abort', resolve))
    for (;;) {
      const batch = await spool.nextBatch()
      if (!batch) return
      while (this.isStopped && !this.#stop.signal.aborted) await Promise.race([this.#resume.promise, stopped])
      if (this.#stop.signal.aborted) return
      try {
        await this.#mutex.run(() => {
          this.#inserting = true
          return this.#loadBatch(batch).finally(() => (this.#inserting = false))
        })
      } catch (error) {
        if (this.#stop.signal.aborted) return
        // The spool's disk failed under the cursor or the read. Nothing has moved, so the batch is loaded again.
        log.error(
          { err: error, batch: batch.id },
          'loader: the spool could not be read or its cursor not advanced; trying again',
        )
        await sleep(DISK_RETRY_MS, undefined, { signal: this.#stop.signal }).catch(() => {})
      }
    }
  }

  async #loadBatch(batch: SealedBatch): Promise<void> {
    const { spool, log } = this.#options
    const found = await spool.readBatch(batch)
    const duplicateIds = await this.#duplicatesOf(batch, found)
    const stored: RowCounts = {}
    let lost = 0

    for (const table of EVENT_TABLES) {
      const blocks = found.filter((rows) => rows.table === table)
      const count = blocks.reduce((sum, rows) => sum + rows.count, 0)
      const missing = (batch.rows[table] ?? 0) - count
      if (missing > 0) {
        lost += missing
        log.error(
          { batch: batch.id, table, rows: missing },
          'loader: acknowledged rows are lost to damage on disk',
        )
      }
      const rows = Buffer.concat(blocks.map(({ bytes }) => bytes))
      const part = withoutEvents({ id: batch.id, rows, count }, duplicateIds[table] ?? [])
      if (part.count === 0) continue
      const options = { ...this.#options, refusals: this.#refusals, stop: this.#stop.signal }
      stored[table] = await loadTable(options, table, part, batch)
      failpoint(`loader.after-${table}`)
    }
    failpoint('loader.before-cursor')
    // After shutdown the spool may belong to the next process.
    this.#stop.signal.throwIfAborted()
    await spool.commit(batch, stored, lost)
    failpoint('loader.after-cursor')
  }

  /** Events of the batch to leave out: recorded ones or, before the first attempt, those found in the database. */
  async #duplicatesOf(batch: SealedBatch, found: readonly StoredRows[]): Promise<DuplicateIds> {
    const { spool, unverified, log } = this.#options
    const noted = spool.cursor.duplicate_ids
    if (noted !== null) return noted
    // A used-up token proves an attempt, and duplicates are recorded before the first attempt.
    const attempted = Object.keys(spool.cursor.attempts).length > 0
    if (attempted) return {}
    const rows = unverified.of(batch, found)
    if (rows.length === 0) return {}
    const duplicateIds = await this.#lookUp(batch, rows)
    const events = Object.values(duplicateIds).flat().length
    if (events > 0) {
      log.warn({ batch: batch.id, events }, 'loader: events already in the database are skipped')
      await spool.attempts.noteDuplicates(duplicateIds)
    }
    failpoint('loader.after-duplicates')
    return duplicateIds
  }

  async #lookUp(batch: SealedBatch, found: readonly StoredRows[]): Promise<DuplicateIds> {
    const { migrator, log } = this.#options
    for (let attempt = 1; ; attempt++) {
      try {
        return await findDuplicates(migrator, batch.id, found)
      } catch (error) {
        log[severityOfFailure(attempt)](
          { err: error, batch: batch.id, attempt },
          'loader: rows cannot be looked up; trying again',
        )
      }
      await sleep(backoff(attempt), undefined, { signal: this.#stop.signal })
    }
  }
}
