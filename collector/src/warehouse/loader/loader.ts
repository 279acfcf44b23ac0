/**
 * The loader: takes sealed batches from the spool and inserts each into its tables, in order, one at a time.
 *
 * - The same bytes and the same token at every attempt. A time-out or a broken connection means unknown, not
 *   failed; nothing is skipped because the raw table has it, since a view may still lack it.
 * - While the engine lives, a token proves what became of an insert, for the next process too: it sends the same.
 *   Which engine a batch goes to is written down before its first attempt. Where another start of the engine follows
 *   an attempt, the batch is counted first (`batch_id`). Engines up to 26.7 publish a token before the part that it
 *   stands for, so after a crash a token may be used up in vain, in the table or in a view. No row there: a fresh token
 *   is written down and used. Any other count but the right one: the batch's rows are taken out first, then the same.
 *   In each case the views' hours are made anew from raw, since nobody knows what the attempt left there.
 * - A batch with rows that were taken without knowing all that is stored is looked up first, event by event. What the
 *   database has from an earlier batch is written down, left out at every attempt, and counted as a duplicate when
 *   the batch is settled.
 * - Rows that the database refuses are found by halving and set aside as dead letters; their neighbours go in. It is a
 *   refusal only while none of the rows is in the table: otherwise a view is at fault, and has to be mended. A halving
 *   is written down before it begins, because the next process might find the whole welcome.
 * - The cursor moves last. Everything before it is repeatable.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventTable } from '../../event-tables.ts'
import { EVENT_TABLES } from '../../event-tables.ts'
import { failpoint } from '../../failpoint.ts'
import { Mutex } from '../../mutex.ts'
import type { Patience } from '../../patience.ts'
import type { RowCounts, SealedBatch } from '../../spool/batch.ts'
import type { Repeats } from '../../spool/cursor.ts'
import type { StoredRows } from '../../spool/row-block.ts'
import { backoff, severityOfFailure } from '../../backoff.ts'
import type { DeadLetters } from './dead-letters.ts'
import { findRepeats, withoutEvents } from './repeats.ts'
import { insertPart, type InsertTools } from './insert-part.ts'
import { type BatchPart, splitBatch } from './split-batch.ts'
import type { UnverifiedRows } from './unverified-rows.ts'

export interface LoaderOptions extends Omit<InsertTools, 'stop'> {
  readonly deadLetters: DeadLetters
  readonly unverified: Pick<UnverifiedRows, 'includes' | 'settle'>
}

/** Pause before a batch goes again whose bytes could not be read, or after which the cursor could not be moved. */
const DISK_RETRY_MS = 3_000

export class Loader {
  readonly #options: LoaderOptions
  readonly #stop = new AbortController()
  readonly #mutex = new Mutex()
  #done: Promise<void> | undefined
  #inserting = false
  #reworked = 0

  constructor(options: LoaderOptions) {
    this.#options = options
  }

  /** How often a task had the tables for itself: what was read of them before may not be true any more. */
  get reworked(): number {
    return this.#reworked
  }

  start(): void {
    this.#done ??= this.#run()
  }

  /**
   * Runs a task while no batch is being inserted, and no other such task runs.
   *
   * @throws {OutOfPatienceError} if its turn does not come in time; then it is not run.
   */
  async exclusively<T>(task: () => Promise<T>, patience?: Patience): Promise<T> {
    const what = () =>
      this.#inserting
        ? 'the batch under way, which ClickHouse has not confirmed yet'
        : 'other work on the tables to end'
    const release = await this.#mutex.acquireWith(patience, what)
    try {
      return await task()
    } finally {
      this.#reworked++
      release()
    }
  }

  /**
   * Inserts what a closed spool has left. Gives up waiting and retrying after `graceMs`; what is then not inserted
   * stays in the spool.
   */
  async drain(graceMs: number): Promise<void> {
    if (!this.#done) return
    const timer = setTimeout(() => this.#stop.abort(), graceMs)
    await this.#done
    clearTimeout(timer)
  }

  async #run(): Promise<void> {
    const { spool, log } = this.#options
    for (;;) {
      const batch = await spool.nextBatch()
      if (!batch || this.#stop.signal.aborted) return
      try {
        await this.#mutex.run(() => {
          this.#inserting = true
          return this.#insertBatch(batch).finally(() => (this.#inserting = false))
        })
      } catch (error) {
        if (this.#stop.signal.aborted) return
        // The disk of the spool failed under the cursor or the read: nothing has moved, so the batch goes again.
        log.error(
          { err: error, batch: batch.id },
          'loader: the spool could not be read or moved; trying again',
        )
        await sleep(DISK_RETRY_MS, undefined, { signal: this.#stop.signal }).catch(() => {})
      }
    }
  }

  async #insertBatch(batch: SealedBatch): Promise<void> {
    const { spool, log, unverified } = this.#options
    const found = await spool.readBatch(batch)
    const repeats = await this.#repeatsOf(batch, found)
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
      const part = withoutEvents({ id: batch.id, rows, count }, repeats[table] ?? [])
      if (part.count === 0) continue
      const onRefusal = this.#sayOnce({ batch: batch.id, table })
      stored[table] = await this.#insertPart(table, part, batch.uncertain, onRefusal)
      failpoint(`loader.after-${table}`)
    }
    failpoint('loader.before-cursor')
    // An answer that comes after the stop finds the spool in other hands.
    this.#stop.signal.throwIfAborted()
    await spool.settle(batch, stored, lost)
    failpoint('loader.after-cursor')
    // The database answers; without doubts this does nothing.
    await unverified.settle()
  }

  /** Events of the batch that are to be left out: as written down, or as the database has them before the first attempt. */
  async #repeatsOf(batch: SealedBatch, found: readonly StoredRows[]): Promise<Repeats> {
    const { spool, unverified, log } = this.#options
    const noted = spool.cursor.repeats
    if (noted !== null) return noted
    // A token that was used up tells of an attempt; what was to be written down before it was.
    const attempted = Object.keys(spool.cursor.token_generations).length > 0
    if (attempted || !unverified.includes(batch)) return {}
    const repeats = await this.#lookUp(batch, found)
    const events = Object.values(repeats).flat().length
    if (events > 0) {
      log.warn({ batch: batch.id, events }, 'loader: events are left out that the database has from earlier')
      await spool.noteRepeats(repeats)
    }
    failpoint('loader.after-repeats')
    return repeats
  }

  async #lookUp(batch: SealedBatch, found: readonly StoredRows[]): Promise<Repeats> {
    const { migrator, log } = this.#options
    for (let attempt = 1; ; attempt++) {
      try {
        return await findRepeats(migrator, batch.id, found)
      } catch (error) {
        log[severityOfFailure(attempt)](
          { err: error, batch: batch.id, attempt },
          'loader: rows cannot be looked up; trying again',
        )
      }
      await sleep(backoff(attempt), undefined, { signal: this.#stop.signal })
    }
  }

  /** One line for all rows of a batch that a table refuses: why each was refused is in its dead letter. */
  #sayOnce(where: { batch: string; table: EventTable }): () => void {
    let isSaid = false
    return () => {
      if (isSaid) return
      isSaid = true
      this.#options.log.error(
        where,
        'loader: the database refuses rows; they are among the dead letters, each with the reason',
      )
    }
  }

  /**
   * Inserts a batch's rows of one table, or a part of them.
   *
   * @param onRefusal called for each row that is refused for good, once it is among the dead letters.
   * @returns how many went in; the rest are dead letters.
   */
  async #insertPart(
    table: EventTable,
    part: BatchPart,
    uncertain: boolean,
    onRefusal: () => void,
  ): Promise<number> {
    const { spool, deadLetters } = this.#options
    const split = `${part.id}:${table}:split`
    if (spool.tokenGeneration(split) === 0) {
      const tools = { ...this.#options, stop: this.#stop.signal }
      const outcome = await insertPart(tools, table, part, uncertain)
      if (outcome === 'stored') return part.count
      if (part.count === 1) {
        await deadLetters.add(table, part.id, part.rows.toString(), outcome.refusal)
        failpoint('loader.after-dead-letter')
        onRefusal()
        return 0
      }
      await spool.nextTokenGeneration(split)
    }
    let inserted = 0
    for (const half of splitBatch(part)) {
      inserted += await this.#insertPart(table, half, uncertain, onRefusal)
      failpoint('loader.after-half')
    }
    return inserted
  }
}
