import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../clickhouse/query.ts'
import { rebuildHours } from '../clickhouse/rollups.ts'
import { markDays } from '../closed-days/mark-days.ts'
import { EVENT_TABLES } from '../event-tables.ts'
import { rowTextsOf } from '../spool/row-block.ts'
import { failpoint } from '../platform/failpoint.ts'
import type { Logger } from '../platform/logger.ts'
import type { Spool } from '../spool/spool.ts'
import type { DeadLetters } from '../warehouse/loader/dead-letters.ts'
import type { Loader } from '../warehouse/loader/loader.ts'
import { severityOf } from '../platform/unavailable.ts'
import { leaveToMender } from './leave-to-mender.ts'
import type { Ledger } from './ledger.ts'
import type { LedgerState } from './ledger-state.ts'
import { finishSettling } from './settle-copies.ts'
import type { SharedErasures } from './shared-erasures.ts'

export interface ErasureTools {
  readonly ledger: Ledger
  readonly spool: Spool
  readonly loader: Loader
  readonly deadLetters: DeadLetters
  readonly clickhouse: ClickHouseClient
  /** Has memory let go of a session whose erasure was promised. */
  readonly forget: (sessionId: string) => void
  readonly log: Logger
  /** The promises of all collectors. */
  readonly shared: Pick<SharedErasures, 'promise' | 'isOpen' | 'sign' | 'mayErase' | 'keep'>
}

/** How long an erasure waits for other collectors before it looks again. */
const LOOK_MS = 300

/** How long an erasure that could not be done waits for its next try. */
const RETRY_MS = 5_000

/**
 * Forgets sessions, one after the other. A request is on disk before it is answered; what a crash or an outage cuts
 * short is done at the next try. One that waits for other collectors holds up none of the rest, since they may wait for
 * this one.
 */
export class Eraser {
  readonly #tools: ErasureTools
  /** Promises that this process has told the others of, with nothing of the session left in the log. */
  readonly #told = new Set<string>()
  #running: Promise<void> | undefined
  #stopped = false

  constructor(tools: ErasureTools) {
    this.#tools = tools
  }

  /** Takes up what an earlier process left open. */
  start(): void {
    if (this.#tools.ledger.openErasures.length > 0) this.#wake()
  }

  /** Resolves when the promise to erase is on disk. From then on nothing of the session is accepted. */
  async request(sessionId: string): Promise<void> {
    await this.#tools.ledger.requestErasure(sessionId)
    this.#tools.forget(sessionId)
    failpoint('erasure.requested')
    this.#wake()
  }

  /** The same for a promise of another collector: what is here beside the tables goes. */
  async requestElsewhere(sessionId: string): Promise<void> {
    await this.#tools.ledger.requestErasure(sessionId, true)
    this.#tools.forget(sessionId)
    this.#wake()
  }

  /** Resolves when no erasure is open, or the eraser was stopped. */
  async idle(): Promise<void> {
    await this.#running
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  #wake(): void {
    this.#running ??= this.#eraseAll().finally(() => {
      this.#running = undefined
      if (!this.#stopped && this.#tools.ledger.openErasures.length > 0) this.#wake()
    })
  }

  async #eraseAll(): Promise<void> {
    const { ledger, log } = this.#tools
    while (ledger.openErasures.length > 0 && !this.#stopped) {
      let isWaiting = true
      for (const next of ledger.openErasures) {
        try {
          if (await this.#erase(next)) isWaiting = false
        } catch (error) {
          log[severityOf(error)]({ err: error }, 'an erasure could not be finished; it is tried again')
          for (let waited = 0; waited < RETRY_MS && !this.#stopped; waited += 100) await sleep(100)
        }
        if (this.#stopped) return
      }
      if (isWaiting) await sleep(LOOK_MS)
    }
  }

  /** False if other collectors have to do something first. */
  async #erase({ session_id, counted, elsewhere }: OpenErasure): Promise<boolean> {
    const { loader, shared } = this.#tools
    if (!this.#told.has(session_id)) {
      if (!elsewhere) await shared.promise(session_id)
      if (!(await this.#untilInserted())) return false
      // Copies that were counted as such are not counted once more, here or where this one's word is waited for.
      await loader.exclusively(() => finishSettling(this.#tools))
      if (elsewhere) {
        await loader.exclusively(() => eraseHere(this.#tools, session_id, counted))
        return true
      }
      await shared.sign(session_id)
      this.#told.add(session_id)
    }
    if (!(await shared.mayErase(session_id))) return false
    await loader.exclusively(() => eraseNow(this.#tools, session_id, counted))
    this.#told.delete(session_id)
    return true
  }

  /** Waits until the session's rows are where they can be erased. False if stopped meanwhile. */
  async #untilInserted(): Promise<boolean> {
    const place = await this.#tools.spool.rotate()
    while (!this.#tools.spool.isSettled(place)) {
      if (this.#stopped) return false
      await sleep(50)
    }
    return true
  }
}

type OpenErasure = LedgerState['open'][number]

/** What this collector has of a session beside the tables, for another one that takes it out of those. */
async function eraseHere(tools: ErasureTools, sessionId: string, counted: boolean): Promise<void> {
  const { ledger, deadLetters, shared } = tools
  const letters = await countLetters(deadLetters, sessionId)
  if (!counted) await ledger.countErasure(sessionId, {}, letters)
  failpoint('erasure.counted-here')
  await eraseBeside(tools, sessionId)
  // Kept while nobody waited for this one: what it has inserted since is in the tables, and nobody else's any more.
  if (!(await shared.isOpen(sessionId))) return ledger.takeOverErasure(sessionId)
  await shared.sign(sessionId)
  await ledger.finishErasure(sessionId)
}

/** Rows first counted, then deleted; tables, rollups, the copies kept for replay, damage set aside, dead letters. */
async function eraseNow(tools: ErasureTools, sessionId: string, counted: boolean): Promise<void> {
  const { ledger, deadLetters, clickhouse, shared } = tools
  const letters = await countLetters(deadLetters, sessionId)
  if (!counted) await ledger.countErasure(sessionId, await countRows(clickhouse, sessionId), letters)
  failpoint('erasure.counted')

  // The rollups first, and the raw views last of all: a crash in between finds the hours again.
  const hours = await touchedHours(clickhouse, sessionId)
  const visited = await visitedHours(clickhouse, sessionId)
  await markDays(clickhouse, visited)
  const others = { sql: 'session_id != {session: String}', params: { session: sessionId } }
  await rebuildHours(clickhouse, hours, others).catch(leaveToMender(ledger, hours))
  // Its visits stand there by a hash of the id, in hours without a page view too.
  for (const table of ['closed_visits_1h', 'late_arrivals', 'visits_1h']) {
    await clickhouse.command({
      query: `ALTER TABLE analytics.${table} DELETE WHERE visit = cityHash64({session: String}) SETTINGS mutations_sync = 2`,
      query_params: { session: sessionId },
    })
  }
  await markDays(clickhouse, visited)
  failpoint('erasure.after-rollups')
  for (const table of EVENT_TABLES.toReversed()) {
    await clickhouse.command({
      query: `ALTER TABLE analytics.${table} DELETE WHERE session_id = {session: String} SETTINGS mutations_sync = 2`,
      query_params: { session: sessionId },
    })
    failpoint(`erasure.after-${table}`)
  }
  await eraseBeside(tools, sessionId)
  await shared.keep(sessionId)
  failpoint('erasure.kept')
  await ledger.finishErasure(sessionId)
}

/** Rows of a session among the dead letters. */
async function countLetters(deadLetters: DeadLetters, sessionId: string): Promise<number> {
  let count = 0
  for (const letter of await deadLetters.list())
    for (const row of rowTextsOf((await deadLetters.read(letter)).rows))
      if (row.includes(needleOf(sessionId))) count++
  return count
}

function needleOf(sessionId: string): string {
  return `"session_id":${JSON.stringify(sessionId)}`
}

/** The copies kept for replay, damage set aside, and dead letters. */
async function eraseBeside({ spool, deadLetters }: ErasureTools, sessionId: string): Promise<void> {
  await spool.blankSettledRows(needleOf(sessionId))
  // Whose rows damage has taken cannot be told any more.
  await spool.removeQuarantined()
  failpoint('erasure.after-segments')
  for (const letter of await deadLetters.list()) {
    const removed = await deadLetters.removeRows(letter, (row) => row.includes(needleOf(sessionId)))
    if (removed > 0) failpoint('erasure.after-dead-letter')
  }
}

/** By table and month of arrival, as the ledger counts them. */
async function countRows(client: ClickHouseClient, sessionId: string): Promise<Record<string, number>> {
  const counts = await runQuery(client, {
    name: 'rows of a session',
    sql: EVENT_TABLES.map(
      (table) => `SELECT '${table}' AS table, toString(toYYYYMM(received_at)) AS month, count() AS rows
        FROM analytics.${table} WHERE session_id = {session: String} GROUP BY month`,
    ).join(' UNION ALL '),
    params: { session: sessionId },
    row: z.object({ table: z.string(), month: z.string(), rows: z.coerce.number() }),
  })
  return Object.fromEntries(counts.map(({ table, month, rows }) => [`${table}:${month}`, rows]))
}

/** Hours whose rollups hold the session, from the session's own rows, while they are still there. */
async function touchedHours(client: ClickHouseClient, sessionId: string): Promise<number[]> {
  const rows = await runQuery(client, {
    name: 'hours of a session',
    sql: `SELECT DISTINCT toUnixTimestamp(toStartOfHour(created_at)) AS hour
      FROM analytics.page_views WHERE session_id = {session: String}`,
    params: { session: sessionId },
    row: z.object({ hour: z.coerce.number() }),
  })
  return rows.map(({ hour }) => hour)
}

/** Hours in which it did anything at all. */
async function visitedHours(client: ClickHouseClient, sessionId: string): Promise<number[]> {
  const rows = await runQuery(client, {
    name: 'hours of a visit',
    sql: `SELECT DISTINCT toUnixTimestamp(hour) AS hour FROM analytics.visits_1h
      WHERE visit = cityHash64({session: String})`,
    params: { session: sessionId },
    row: z.object({ hour: z.coerce.number() }),
  })
  return rows.map(({ hour }) => hour)
}
