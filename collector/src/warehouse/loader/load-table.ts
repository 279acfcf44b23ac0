import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import type { EventTable } from '../../events/event-tables.ts'
import type { InsertAttempt, Observer } from '../../events/observer.ts'
import { backoff, severityOfFailure } from '../../platform/backoff.ts'
import { failpoint } from '../../platform/failpoint.ts'
import type { Logger } from '../../platform/logger.ts'
import type { SealedBatch } from '../../spool/batch.ts'
import type { Spool } from '../../spool/spool.ts'
import { markBatch } from '../sessions/late-sessions.ts'
import { insertEvents } from '../clickhouse/insert-rows.ts'
import { countBatch, engineStartedAt, removeBatch, waitForInserts } from './batch-rows.ts'
import { MAX_REFUSALS, type Refusal, refusalOf } from './refusal.ts'
import { type BatchPart, joinParts, splitBatch } from './batch-part.ts'
import type { DeadLetters } from './dead-letters.ts'

interface InsertOptions {
  readonly spool: Pick<Spool, 'attempts'>
  /** May append rows and count them, and nothing else. */
  readonly clickhouse: ClickHouseClient
  /** May also remove rows. */
  readonly migrator: ClickHouseClient
  readonly log: Logger
  /** The engine lives and dies with this process. */
  readonly embedded?: boolean
  /** Tokens and parts are one transaction: whatever happened, the same token is right. */
  readonly replicated?: boolean
  readonly observer?: Observer
  /** Ends the pauses between attempts, by an error. */
  readonly stop: AbortSignal
}

export interface LoadOptions extends InsertOptions {
  readonly deadLetters: DeadLetters
  /** Refusals since a table last took all rows of a batch, by table and code. */
  readonly refusals: Map<string, number>
}

/**
 * Loads a batch's rows for one table. Rows that the database refuses are found by halving and become dead letters one
 * by one. If it refuses dozens for the same reason, the rest of the batch becomes one dead letter, and loading stops.
 *
 * @param part all these rows, under the batch's id.
 * @returns how many were inserted; the others are dead letters.
 */
export async function loadTable(
  options: LoadOptions,
  table: EventTable,
  part: BatchPart,
  batch: Pick<SealedBatch, 'mayBeInserted' | 'firstRowAt'>,
): Promise<number> {
  const { spool, deadLetters, refusals, log } = options
  const waiting = [part]
  let inserted = 0
  let refused = 0
  let stoppedBy: Refusal | undefined

  for (let next = waiting.shift(); next; next = stoppedBy ? undefined : waiting.shift()) {
    const insert = insertName(next, table)
    if (spool.attempts.isSplit(insert)) {
      waiting.unshift(...splitBatch(next))
      continue
    }
    const outcome = await insertWithRetries(options, table, next, batch)
    if (outcome === 'stored') {
      // It is a dead letter if an earlier process died before its cursor moved.
      await deadLetters.remove(table, next.id)
      inserted += next.count
    } else if (next.count > 1) {
      await spool.attempts.noteSplit(insert)
      waiting.unshift(...splitBatch(next))
      continue
    } else {
      if (refused++ === 0)
        log.error(
          { batch: part.id, table },
          'loader: the database refuses rows; they are among the dead letters, each with the reason',
        )
      const reason = `${table}:${outcome.code}`
      const count = (refusals.get(reason) ?? 0) + 1
      refusals.set(reason, count)
      if (count >= MAX_REFUSALS) stoppedBy = outcome
      await deadLetters.add(table, next, outcome, stoppedBy !== undefined)
      failpoint('loader.after-dead-letter')
    }
    if (next !== part) failpoint('loader.after-half')
  }

  const rest = joinParts(`${part.id}:set-aside`, waiting)
  if (stoppedBy) {
    if (rest.count > 0) await deadLetters.add(table, rest, stoppedBy, true)
    log.error(
      { batch: part.id, table, rows: rest.count, code: stoppedBy.code, reason: stoppedBy.error },
      'loader: the database refuses row after row for one reason, so loading has stopped; see the runbook "loading stopped"',
    )
  } else {
    await deadLetters.remove(table, rest.id)
  }
  if (refused === 0) for (const key of refusals.keys()) if (key.startsWith(`${table}:`)) refusals.delete(key)
  return inserted
}

/** Rows loaded within this time are always ahead of the horizon of finished sessions. */
const SOON_MS = 5 * 60_000

/**
 * Attempts one insert until the database confirms or refuses it. Everything the next process has to know of an
 * attempt is on disk before it: in the cursor, beside the token generations, under the name of the insert. The rules
 * are at the head of `loader.ts`.
 */
async function insertWithRetries(
  options: InsertOptions,
  table: EventTable,
  part: BatchPart,
  { mayBeInserted, firstRowAt }: Pick<SealedBatch, 'mayBeInserted' | 'firstRowAt'>,
): Promise<'stored' | Refusal> {
  const { clickhouse, migrator, log, observer } = options
  const { attempts } = options.spool
  /** The token is this name, plus a generation if one was used up. */
  const insert = insertName(part, table)
  // An embedded engine has died with the process that may have attempted it.
  let unconfirmed = mayBeInserted && options.embedded === true
  /** Start of the engine that the last attempt went to. */
  let attemptedOn = mayBeInserted ? attempts.engineOf(insert) : undefined
  for (let attempt = 1; ; attempt++) {
    try {
      // The token alone proves nothing only if the engine restarted between two attempts. While the engine lives, the
      // token is proof, even of an attempt that it still executes for an earlier process.
      const engine = await engineStartedAt(clickhouse)
      if (attemptedOn !== undefined && isAnother(engine, attemptedOn)) unconfirmed = true
      if (attemptedOn === undefined && isAnother(engine, attempts.engineOf(insert)))
        await attempts.noteEngine(engine)
      attemptedOn = engine

      if (unconfirmed && !options.replicated) {
        if (await findStoredOrRemove(options, table, part)) return 'stored'
        await attempts.nextTokenGeneration(insert, engine)
        // As long as this engine lives, the new token identifies these rows.
        unconfirmed = false
      }
      failpoint('loader.before-send')
      const generation = attempts.tokenGeneration(insert)
      const token = generation === 0 ? insert : `${insert}:${generation}`
      const observe = observeAttempt(observer, table, part.count)
      let refusal: Refusal | undefined
      try {
        await insertEvents(clickhouse, table, part.rows, token)
        observe('stored')
      } catch (error) {
        refusal = refusalOf(error)
        observe(refusal ? 'refused' : 'unknown')
        if (!refusal) throw error
      }
      failpoint('loader.after-send')
      if (refusal) {
        if ((await countBatch(clickhouse, table, part.id)) === 0) return refusal
        throw new Error(`a view refuses rows that its table has taken: ${refusal.error}`)
      }
      // Sessions may have been finished without rows that waited this long.
      const isLate = mayBeInserted || generation > 0 || Date.now() - firstRowAt > SOON_MS
      if (isLate) await markBatch(migrator, part.id, [table])
      if (attempt === 1 && !mayBeInserted) return 'stored'
      if ((await countBatch(clickhouse, table, part.id)) === part.count) return 'stored'
      unconfirmed = true
    } catch (error) {
      log[severityOfFailure(attempt)](
        { err: error, table, batch: part.id, attempt },
        'loader: insert not confirmed; retrying with the same bytes and token',
      )
    }
    await sleep(backoff(attempt), undefined, { signal: options.stop })
  }
}

/** Whether all rows are in the table; if so, marks their sessions as late. Removes rows stored in part or twice. */
async function findStoredOrRemove(
  { clickhouse, migrator, log }: InsertOptions,
  table: EventTable,
  { id, count }: BatchPart,
): Promise<boolean> {
  // Another start of the engine may be a step of its clock: the insert may still be running.
  await waitForInserts(migrator, id)
  const rows = await countBatch(clickhouse, table, id)
  if (rows === count) {
    await markBatch(migrator, id, [table])
    return true
  }
  if (rows !== 0) {
    log.warn(
      { table, batch: id, rows, expected: count },
      'loader: a batch is in the table in part or twice; loading it again',
    )
    await removeBatch(migrator, table, id)
    failpoint('loader.after-removal')
  }
  return false
}

/** The permanent name of an insert. */
function insertName({ id }: Pick<BatchPart, 'id'>, table: EventTable): string {
  return `${id}:${table}`
}

/** Starts the clock of an attempt. @returns a function that reports its outcome. */
function observeAttempt(observer: Observer | undefined, table: EventTable, rows: number) {
  const startedAt = Date.now()
  const started = performance.now()
  return (outcome: InsertAttempt['outcome']) => {
    const seconds = (performance.now() - started) / 1_000
    observer?.insert({ table, rows, startedAt, seconds, outcome })
  }
}

/** An engine's start is known to a second. */
function isAnother(startedAt: number, other: number): boolean {
  return Math.abs(startedAt - other) > 1
}
