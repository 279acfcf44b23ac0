import type { EventTable } from '../../events/event-tables.ts'
import { failpoint } from '../../platform/failpoint.ts'
import type { SealedBatch } from '../../spool/batch.ts'
import type { DeadLetters } from './dead-letters.ts'
import { insertName, type InsertOptions, insertWithRetries } from './insert-with-retries.ts'
import type { Refusal } from './refusal.ts'
import { type BatchPart, joinParts, splitBatch } from './split-batch.ts'

export interface LoadOptions extends InsertOptions {
  readonly deadLetters: DeadLetters
  /** Refusals since a table last took all rows of a batch, by table and code. */
  readonly refusals: Map<string, number>
}

/** With this many rows refused for one reason, the fault is the table's and not that of single rows. */
const MAX_REFUSALS = 32

/**
 * Loads the rows that a batch has for one table. Rows that the database refuses are found by halving and become dead
 * letters one by one. Where it refuses dozens for the same reason, the rest of the batch becomes one dead letter, and
 * loading stops.
 *
 * @param part of all these rows, under the batch's id.
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
