import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { backoff, severityOfFailure } from '../../platform/backoff.ts'
import type { EventTable } from '../../events/event-tables.ts'
import { failpoint } from '../../platform/failpoint.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Observer } from '../../events/observer.ts'
import type { SealedBatch } from '../../spool/batch.ts'
import type { Spool } from '../../spool/spool.ts'
import { markBatch } from '../sessions/late-sessions.ts'
import { countBatch, engineStartedAt, insertEvents, removeBatch } from './batch-rows.ts'
import { refusalOf } from './refusal.ts'
import type { DeadLetters } from './dead-letters.ts'
import { type BatchPart, joinParts, splitBatch } from './split-batch.ts'

export interface LoadOptions {
  readonly spool: Pick<Spool, 'tokenGeneration' | 'nextTokenGeneration' | 'engineOf' | 'noteEngine'>
  readonly deadLetters: DeadLetters
  /** May append rows and count them, and nothing else. */
  readonly clickhouse: ClickHouseClient
  /** May also take rows out again. */
  readonly migrator: ClickHouseClient
  readonly log: Logger
  /** The engine lives and dies with this process. */
  readonly embedded?: boolean
  /** Tokens and parts are one transaction: whatever happened, the same token is right. */
  readonly replicated?: boolean
  /** Told of each attempt. */
  readonly observer?: Observer
  /** Refusals since a table last took all rows of a batch, by table and code. */
  readonly refusals: Map<string, number>
  /** Ends the pauses between attempts, by an error. */
  readonly stop: AbortSignal
}

/** What is known of the batch that a part is of. */
type LoadedBatch = Pick<SealedBatch, 'uncertain' | 'firstRowAt'>

/** The horizon of finished sessions keeps further from now than rows that are loaded within this time may happen before it. */
const SOON_MS = 5 * 60_000

/** So many rows refused for one reason are no accident of single rows: the table is not what it was. */
const MAX_REFUSALS = 32

/**
 * Loads the rows that a batch has for one table. Rows that the database refuses are found by halving and set aside one
 * by one; where it refuses dozens for the same reason, what is left of the batch is set aside as one file, and loading
 * stops.
 *
 * @param part named by the batch.
 * @returns how many went in; the rest are dead letters.
 */
export async function loadTable(
  options: LoadOptions,
  table: EventTable,
  part: BatchPart,
  batch: LoadedBatch,
): Promise<number> {
  const { deadLetters, refusals, log } = options
  let refused = 0
  const breaker: { tripped?: Refusal } = {}
  const setAside: BatchPart[] = []
  const batchId = part.id

  const stored = await loadPart(part)
  const rest = joinParts(`${part.id}:set-aside`, setAside)
  const { tripped } = breaker
  if (tripped) {
    if (rest.count > 0) await deadLetters.add(table, rest, tripped, true)
    log.error(
      { batch: part.id, table, rows: rest.count, code: tripped.code, reason: tripped.error },
      'loader: the database refuses row after row for one reason, so loading has stopped; see the runbook "loading stopped"',
    )
  } else {
    await deadLetters.remove(table, rest.id)
  }
  if (refused === 0) for (const key of refusals.keys()) if (key.startsWith(`${table}:`)) refusals.delete(key)
  return stored

  async function loadPart(part: BatchPart): Promise<number> {
    if (breaker.tripped) {
      setAside.push(part)
      return 0
    }
    const split = `${part.id}:${table}:split`
    if (options.spool.tokenGeneration(split) === 0) {
      const outcome = await insertUntilDecided(options, table, part, batch)
      if (outcome === 'stored') {
        // Set aside by a process that died before it could say so.
        await deadLetters.remove(table, part.id)
        return part.count
      }
      if (part.count === 1) {
        if (refused++ === 0)
          log.error(
            { batch: batchId, table },
            'loader: the database refuses rows; they are among the dead letters, each with the reason',
          )
        const key = `${table}:${outcome.code}`
        const count = (refusals.get(key) ?? 0) + 1
        refusals.set(key, count)
        if (count >= MAX_REFUSALS) breaker.tripped = outcome
        await deadLetters.add(table, part, outcome, breaker.tripped !== undefined)
        failpoint('loader.after-dead-letter')
        return 0
      }
      await options.spool.nextTokenGeneration(split)
    }
    let inserted = 0
    for (const half of splitBatch(part)) {
      inserted += await loadPart(half)
      failpoint('loader.after-half')
    }
    return inserted
  }
}

/** Refused by the database: its code, and its words. */
interface Refusal {
  readonly code: string
  readonly error: string
}

/**
 * Attempts until the database has confirmed the rows, or has refused them. What the next process has to know of an
 * attempt is written down before it: it stands beside the generations of tokens, under the name of the insert.
 */
async function insertUntilDecided(
  options: LoadOptions,
  table: EventTable,
  part: BatchPart,
  { uncertain, firstRowAt }: LoadedBatch,
): Promise<'stored' | Refusal> {
  const { clickhouse, migrator, spool, log } = options
  /** Names the insert for ever; the token is this name, and a generation where one was used up. */
  const insert = `${part.id}:${table}`
  // An embedded engine has died with the process that may have attempted it.
  let unconfirmed = uncertain && options.embedded === true
  /** Of the engine that it was last attempted on. */
  let startedAt = uncertain ? spool.engineOf(insert) : undefined
  for (let attempt = 1; ; attempt++) {
    try {
      // A restart of the engine between two attempts is the case in which the token alone proves nothing. While the
      // engine lives it proves all, even of an attempt that is still under way there for a process that is gone.
      const now = await engineStartedAt(clickhouse)
      if (startedAt !== undefined && isAnother(now, startedAt)) unconfirmed = true
      if (startedAt === undefined && isAnother(now, spool.engineOf(insert))) await spool.noteEngine(now)
      startedAt = now

      if (unconfirmed && !options.replicated) {
        const before = await countBatch(clickhouse, table, part.id)
        if (before === part.count) {
          await markBatch(migrator, part.id, [table])
          return 'stored'
        }
        if (before !== 0) {
          log.warn(
            { table, batch: part.id, rows: before, expected: part.count },
            'loader: a batch is in the table in part or twice; loading it again',
          )
          await removeBatch(migrator, table, part.id)
          failpoint('loader.after-removal')
        }
        await spool.nextTokenGeneration(insert, now)
        // As long as this engine lives, the fresh token stands for these rows.
        unconfirmed = false
      }
      failpoint('loader.before-send')
      const generation = spool.tokenGeneration(insert)
      const token = generation === 0 ? insert : `${insert}:${generation}`
      const refused = await insertOnce(options, table, part, token)
      failpoint('loader.after-send')
      if (refused) {
        if ((await countBatch(clickhouse, table, part.id)) === 0) return refused
        throw new Error(`a view refuses rows that its table has taken: ${refused.error}`)
      }
      // Sessions may have been finished without rows that waited for so long.
      const isLate = uncertain || generation > 0 || Date.now() - firstRowAt > SOON_MS
      if (isLate) await markBatch(migrator, part.id, [table])
      if (attempt === 1 && !uncertain) return 'stored'
      if ((await countBatch(clickhouse, table, part.id)) === part.count) return 'stored'
      unconfirmed = true
    } catch (error) {
      log[severityOfFailure(attempt)](
        { err: error, table, batch: part.id, attempt },
        'loader: insert not confirmed; the same again',
      )
    }
    await sleep(backoff(attempt), undefined, { signal: options.stop })
  }
}

/** Undefined if the rows are in. @throws whatever says neither that nor a refusal. */
async function insertOnce(
  { clickhouse, observer }: LoadOptions,
  table: EventTable,
  { rows, count }: BatchPart,
  token: string,
): Promise<Refusal | undefined> {
  const startedAt = Date.now()
  const started = performance.now()
  let outcome: 'stored' | 'refused' | 'unknown' = 'unknown'
  try {
    await insertEvents(clickhouse, table, rows, token)
    outcome = 'stored'
    return undefined
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    outcome = 'refused'
    return refusal
  } finally {
    const seconds = (performance.now() - started) / 1_000
    observer?.insert({ table, rows: count, startedAt, seconds, outcome })
  }
}

/** Starts of engines are known to a second. */
function isAnother(startedAt: number, other: number): boolean {
  return Math.abs(startedAt - other) > 1
}
