import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { RollupsInMotionError } from '../../clickhouse/rollups.ts'
import type { EventTable } from '../../event-tables.ts'
import { failpoint } from '../../failpoint.ts'
import type { Observer } from '../../observability/observer.ts'
import type { Logger } from '../../logger.ts'
import type { Spool } from '../../spool/spool.ts'
import { backoff, severityOfFailure } from '../../backoff.ts'
import { countBatch, engineStartedAt, sendRows } from './batch-table.ts'
import { classifyError } from './classify-error.ts'
import { rebuildTouched, removeBatch } from './repair-batch.ts'
import type { BatchPart } from './split-batch.ts'

export interface InsertTools {
  readonly spool: Spool
  /** May append rows and count them, and nothing else. */
  readonly clickhouse: ClickHouseClient
  /** May also take rows out again, and make rollups anew. */
  readonly migrator: ClickHouseClient
  readonly log: Logger
  /** The engine lives and dies with this process. */
  readonly embedded?: boolean
  /** Tokens and parts are one transaction: whatever happened, the same token is right. */
  readonly replicated?: boolean
  /** Told of each attempt. */
  readonly observer?: Observer
  /** Ends the pauses between attempts, by an error. */
  readonly stop: AbortSignal
}

/** In the database, or refused by it, in its words. */
export type InsertOutcome = 'stored' | { readonly refusal: string }

/**
 * Attempts until the database has confirmed the rows, or has refused them. What the next process has to know of an
 * attempt is written down before it: it stands beside the generations of tokens, under the name of the insert.
 *
 * @param uncertain a process that is gone may have attempted it.
 */
export async function insertPart(
  tools: InsertTools,
  table: EventTable,
  part: BatchPart,
  uncertain: boolean,
): Promise<InsertOutcome> {
  const { clickhouse, migrator, spool, log } = tools
  /** Names the insert for ever; the token is this name, and a generation where one was used up. */
  const insert = `${part.id}:${table}`
  // An embedded engine has died with the process that may have attempted it.
  let inDoubt = uncertain && tools.embedded === true
  /** Of the engine that it was last attempted on. */
  let startedAt = uncertain ? spool.engineOf(insert) : undefined
  for (let attempt = 1; ; attempt++) {
    try {
      // A restart of the engine between two attempts is the case in which the token alone proves nothing. While the
      // engine lives it proves all, even of an attempt that is still under way there for a process that is gone.
      const now = await engineStartedAt(clickhouse)
      if (startedAt !== undefined && isAnother(now, startedAt)) inDoubt = true
      if (startedAt === undefined && isAnother(now, spool.engineOf(insert))) await spool.noteEngine(now)
      startedAt = now

      if (inDoubt && !tools.replicated) {
        const before = await countBatch(clickhouse, table, part.id)
        if (before === part.count) {
          await mendRollups(tools, table, part.id)
          return 'stored'
        }
        if (before !== 0) {
          log.warn(
            { table, batch: part.id, rows: before, expected: part.count },
            'loader: a batch is in the table in part or twice; doing it over',
          )
          await removeBatch(migrator, table, part.id)
          failpoint('loader.after-removal')
        }
        await spool.nextTokenGeneration(insert, now)
        // As long as this engine lives, the fresh token stands for these rows.
        inDoubt = false
      }
      failpoint('loader.before-send')
      const generation = spool.tokenGeneration(insert)
      const token = generation === 0 ? insert : `${insert}:${generation}`
      const refusal = await sendOrRefusal(tools, table, part, token)
      failpoint('loader.after-send')
      if (refusal) {
        if ((await countBatch(clickhouse, table, part.id)) === 0) return { refusal: refusal.message }
        throw new Error('a view refuses rows that its table has taken', { cause: refusal })
      }
      // The attempt that used a token up may have reached views, whatever it left in the table.
      if (generation > 0) await mendRollups(tools, table, part.id)
      if (attempt === 1 && !uncertain) return 'stored'
      if ((await countBatch(clickhouse, table, part.id)) === part.count) return 'stored'
      inDoubt = true
    } catch (error) {
      log[severityOfFailure(attempt)](
        { err: error, table, batch: part.id, attempt },
        'loader: insert not confirmed; the same again',
      )
    }
    await sleep(backoff(attempt), undefined, { signal: tools.stop })
  }
}

/** Rollups that do not settle hold up no batch: the nightly audit finds their days and has them made anew. */
async function mendRollups(
  { migrator, log }: InsertTools,
  table: EventTable,
  batchId: string,
): Promise<void> {
  try {
    await rebuildTouched(migrator, table, batchId)
  } catch (error) {
    if (!(error instanceof RollupsInMotionError)) throw error
    log.error({ err: error, table, batch: batchId }, 'loader: rollups of a batch do not agree with its rows')
  }
}

/** Starts of engines are known to a second. */
function isAnother(startedAt: number, other: number): boolean {
  return Math.abs(startedAt - other) > 1
}

/** Undefined if the rows are in; the error if it speaks of the rows themselves. @throws any other. */
async function sendOrRefusal(
  { clickhouse, observer }: InsertTools,
  table: EventTable,
  { rows, count }: BatchPart,
  token: string,
): Promise<Error | undefined> {
  const startedAt = Date.now()
  const started = performance.now()
  let outcome: 'stored' | 'refused' | 'unknown' = 'unknown'
  try {
    await sendRows(clickhouse, table, rows, token)
    outcome = 'stored'
    return undefined
  } catch (error) {
    if (!(error instanceof Error) || classifyError(error) !== 'poison') throw error
    outcome = 'refused'
    return error
  } finally {
    const seconds = (performance.now() - started) / 1_000
    observer?.insert({ table, rows: count, startedAt, seconds, outcome })
  }
}
