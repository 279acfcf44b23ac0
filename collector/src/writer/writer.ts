/**
 * The writer: takes sealed batches from the spool and inserts each into its tables, in order, one at a time.
 *
 * - The same bytes and the same token at every attempt. A time-out or a broken connection means unknown, not
 *   failed; nothing is skipped because the raw table has it, since a view may still lack it.
 * - A batch that a process before this one may have attempted, or whose attempt was followed by a restart of the
 *   engine, is counted first (`batch_id`). No row there: the token may be used up all the same (engines up to 26.7
 *   publish it before the part), so a fresh one is written down and used. All rows there: the same token again,
 *   which fills in what a view may lack and changes nothing else; unless the machine itself was started anew, which
 *   may have cost the engine its record of the token: then the views' hours are made anew from raw. Any other count:
 *   the batch's rows are taken out, inserted under a fresh token, and the views' hours made anew.
 * - Rows that the database refuses are found by halving and set aside as dead letters; their neighbours go in.
 * - The cursor moves last. Everything before it is repeatable.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import type { EventTable } from '../event-tables.ts'
import { EVENT_TABLES } from '../event-tables.ts'
import { failpoint } from '../failpoint.ts'
import type { Logger } from '../logger.ts'
import { Mutex } from '../mutex.ts'
import type { RowCounts, SealedBatch } from '../spool/batch.ts'
import type { Spool } from '../spool/spool.ts'
import { backoff } from './backoff.ts'
import { countBatch, engineStartedAt, sendRows } from './batch-table.ts'
import { classifyError } from './classify-error.ts'
import type { DeadLetters } from './dead-letters.ts'
import { rebuildTouched, removeBatch } from './repair-batch.ts'
import { type BatchPart, splitBatch } from './split-batch.ts'

export interface WriterOptions {
  readonly spool: Spool
  readonly clickhouse: ClickHouseClient
  readonly deadLetters: DeadLetters
  readonly log: Logger
}

/** After this many failures in a row a person should look. */
const FAILURES_UNTIL_ERROR = 6

export class Writer {
  readonly #options: WriterOptions
  readonly #stop = new AbortController()
  readonly #mutex = new Mutex()
  #done: Promise<void> | undefined

  constructor(options: WriterOptions) {
    this.#options = options
  }

  start(): void {
    this.#done ??= this.#run()
  }

  /** Runs a task while no batch is being inserted. */
  exclusively<T>(task: () => Promise<T>): Promise<T> {
    return this.#mutex.run(task)
  }

  /** Gives up waiting and retrying after `graceMs`; what is then not inserted stays in the spool. */
  async drain(graceMs: number): Promise<void> {
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
        await this.#mutex.run(() => this.#insertBatch(batch))
      } catch (error) {
        if (this.#stop.signal.aborted) return
        // The disk of the spool failed under the cursor or the read: nothing has moved, so the batch goes again.
        log.error(
          { err: error, batch: batch.id },
          'writer: the spool could not be read or moved; trying again',
        )
        await this.#pause(FAILURES_UNTIL_ERROR)
      }
    }
  }

  async #insertBatch(batch: SealedBatch): Promise<void> {
    const { spool, log } = this.#options
    const found = await spool.readBatch(batch)
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
          'writer: acknowledged rows are lost to damage on disk',
        )
      }
      if (count === 0) continue
      const rows = Buffer.concat(blocks.map(({ bytes }) => bytes))
      stored[table] = await this.#insertPart(table, { id: batch.id, rows, count }, batch.uncertain)
      failpoint(`writer.after-${table}`)
    }
    failpoint('writer.before-cursor')
    await spool.settle(batch, stored, lost)
    failpoint('writer.after-cursor')
  }

  /** Inserts a batch's rows of one table, or a part of them. Returns how many went in; the rest are dead letters. */
  async #insertPart(table: EventTable, part: BatchPart, uncertain: boolean): Promise<number> {
    const outcome = await this.#insertUntilKnown(table, part, uncertain)
    if (outcome === 'stored') return part.count
    if (part.count > 1) {
      const [first, second] = splitBatch(part)
      return (
        (await this.#insertPart(table, first, uncertain)) + (await this.#insertPart(table, second, uncertain))
      )
    }
    await this.#options.deadLetters.add(table, part.id, part.rows.toString(), outcome.refusal)
    this.#options.log.error(
      { table, batch: part.id },
      'writer: the database refuses a row; it is among the dead letters, with the reason',
    )
    return 0
  }

  /** Attempts until the database has confirmed the rows, or has refused them. */
  async #insertUntilKnown(
    table: EventTable,
    part: BatchPart,
    uncertain: boolean,
  ): Promise<'stored' | { refusal: string }> {
    const { clickhouse, spool, log } = this.#options
    /** Names the insert for ever; the token is this name, and a generation where one was used up. */
    const insert = `${part.id}:${table}`
    let inDoubt = uncertain
    let startedAt: number | undefined
    for (let attempt = 1; ; attempt++) {
      try {
        // A restart of the engine between two attempts is the case in which the token alone proves nothing.
        const now = await engineStartedAt(clickhouse)
        if (startedAt !== undefined && Math.abs(now - startedAt) > 2) inDoubt = true
        startedAt = now

        const before = inDoubt ? await countBatch(clickhouse, table, part.id) : 0
        if (before === part.count && spool.hostRestarted) {
          await rebuildTouched(clickhouse, table, part.id)
          return 'stored'
        }
        const broken = before !== 0 && before !== part.count
        if (broken) {
          log.warn(
            { table, batch: part.id, rows: before, expected: part.count },
            'writer: a batch is in the table in part or twice; doing it over',
          )
          await removeBatch(clickhouse, table, part.id)
        }
        if (inDoubt && before !== part.count) await spool.nextTokenGeneration(insert)
        const generation = spool.tokenGeneration(insert)
        await sendRows(clickhouse, table, part.rows, generation === 0 ? insert : `${insert}:${generation}`)
        if (broken) await rebuildTouched(clickhouse, table, part.id)
        if (!inDoubt || (await countBatch(clickhouse, table, part.id)) === part.count) return 'stored'
      } catch (error) {
        if (classifyError(error) === 'poison') return { refusal: (error as Error).message }
        const level = attempt < FAILURES_UNTIL_ERROR ? 'warn' : 'error'
        log[level](
          { err: error, table, batch: part.id, attempt },
          'writer: insert not confirmed; the same again',
        )
      }
      await this.#pause(attempt)
    }
  }

  async #pause(attempt: number): Promise<void> {
    await sleep(backoff(attempt), undefined, { signal: this.#stop.signal })
  }
}
