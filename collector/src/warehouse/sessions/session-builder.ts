import type { ClickHouseClient } from '@clickhouse/client'
import type { Finding } from '@half-measure/shared/stats/reconciliation.ts'
import { z } from 'zod'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { runQueryForOne } from '../clickhouse/query.ts'
import { failpoint } from '../../platform/failpoint.ts'
import type { Logger } from '../../platform/logger.ts'
import { Mutex } from '../../platform/mutex.ts'
import { repeat } from '../../platform/repeat.ts'
import { compareSessions } from './compare-sessions.ts'
import { eventsByHour, firstHorizon, writeFinished } from './finish-sessions.ts'
import { inPartsThatFit } from './fitting-parts.ts'
import { horizonAt, nextStep } from './horizon.ts'
import {
  clearBatches,
  LateBatches,
  listLateBatches,
  lateTabs,
  markAcross,
  markTabs,
  rebuildLate,
} from './late-sessions.ts'
import { dropOldSnapshots, readHorizon, SessionRuns } from './runs.ts'
import { SESSION_TABLES } from './session-columns.ts'
import { dateTime64Sql } from './session-rows.ts'

export interface SessionBuilderOptions {
  /** May insert and delete. */
  readonly client: ClickHouseClient
  readonly collectorId: string
  readonly log: Logger
  /** The moment before which everything received is in the tables, milliseconds since 1970. */
  readonly loadedThrough?: () => number
  /** Runs work that one collector at a time may do; with a single collector, at once. */
  readonly exclusively?: <T>(work: () => Promise<T>) => Promise<T>
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /**
   * How long a query may use its view of the sessions. Late sessions are rebuilt once every view has them in
   * `open_sessions`, and a replaced table is emptied once no view uses it.
   */
  readonly viewTtlMs?: number
}

const VIEW_TTL_MS = 2 * 60_000
/** If more tabs have late events, everything is rebuilt, which reads each raw row once. */
const MAX_LATE_TABS = 100_000

const FIRST_MS = 1_000
const EVERY_MS = 60_000
const TICKS_PER_DAY = DAY_MS / EVERY_MS
/** A horizon ahead of the clock is left alone for a while: after a start, the clock may be behind until it is set. */
const MAX_TICKS_AHEAD = 15

/** Maintains `sessions`: finishes those that are over, rebuilds those with late events, erases. One task at a time. */
export class SessionBuilder {
  readonly runs: SessionRuns
  readonly #client: ClickHouseClient
  readonly #log: Logger
  readonly #now: () => number
  readonly #loadedThrough: () => number
  readonly #viewTtlMs: number
  readonly #amongCollectors: <T>(work: () => Promise<T>) => Promise<T>
  readonly #mutex = new Mutex()
  readonly #late: LateBatches
  /** When a rebuilt table replaced another; undefined once the old one is emptied. */
  #replacedAt: number | undefined = Number.NEGATIVE_INFINITY
  #loop: ReturnType<typeof repeat> | undefined
  #stopped = false
  #ticks = 0
  #ticksAhead = 0
  #finishedAt = 0
  #rebuilds = 0

  constructor(options: SessionBuilderOptions) {
    const { client, collectorId, loadedThrough, exclusively, now, viewTtlMs } = options
    this.#client = client
    this.#log = options.log
    this.#now = now ?? Date.now
    this.#loadedThrough = loadedThrough ?? this.#now
    this.#viewTtlMs = viewTtlMs ?? VIEW_TTL_MS
    this.#late = new LateBatches(client, this.#viewTtlMs)
    this.#amongCollectors = exclusively ?? ((work) => work())
    this.runs = new SessionRuns(client, collectorId)
  }

  /** Starts work in the background. Failures are retried; until then, queries build more sessions themselves. */
  start(): void {
    this.#finishedAt = this.#now()
    this.#loop = repeat(() => this.#tick().then(() => EVERY_MS), FIRST_MS)
  }

  /** Resolves when the step under way is done. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#loop?.stop()
  }

  /** When sessions were last finished, or this was started, milliseconds since 1970. */
  get finishedAt(): number {
    return this.#finishedAt
  }

  /** How often all sessions were rebuilt. */
  get rebuilds(): number {
    return this.#rebuilds
  }

  /** Takes back what was finished while the clock ran ahead, once it has stayed behind the horizon for many calls. */
  correctHorizon(): Promise<void> {
    return this.#exclusively(async () => {
      const now = this.#now()
      const horizon = (await readHorizon(this.#client)) ?? 0
      this.#ticksAhead = horizon > now ? this.#ticksAhead + 1 : 0
      if (this.#ticksAhead <= MAX_TICKS_AHEAD) return
      const run = await this.runs.claim(now)
      if (run === undefined) return
      const at = { horizon: new Date(horizon), left: new Date(await this.runs.takeBack(now)) }
      await this.runs.done(run, now)
      this.#log.warn(at, 'the clock ran ahead while sessions were finished; finishing them again')
    })
  }

  /** Finishes the sessions that are over. */
  finish(): Promise<void> {
    return this.#inParts(async (split) => {
      const to = horizonAt(Math.min(this.#now(), this.#loadedThrough()))
      let horizon = await this.#horizon()
      if (horizon === undefined || horizon >= to) return
      const hours = await eventsByHour(this.#client, { from: horizon, to })
      while (horizon < to && !this.#stopped) {
        const run = await this.runs.claim(this.#now())
        if (run === undefined) return
        // Another process may have come this far meanwhile.
        horizon = (await this.#horizon()) ?? horizon
        const step = nextStep(horizon, Math.max(to, horizon), hours, split)
        await writeFinished(this.#client, 'sessions', run, horizon, step)
        failpoint('sessions.written')
        await this.runs.done(run, this.#now(), step.to)
        failpoint('sessions.done')
        horizon = step.to
      }
    })
  }

  /**
   * Schedules a rebuild of tabs whose sessions may be finished before their rows arrive.
   *
   * @param firstAt milliseconds since 1970.
   */
  markLate(sessionIds: readonly string[], firstAt: number): Promise<void> {
    return markTabs(this.#client, sessionIds, firstAt)
  }

  /** Rebuilds the sessions with late events, of some thousand batches at most. @returns how many tabs have them. */
  rebuildLate(): Promise<number> {
    return this.#inParts(async (split) => {
      const batches = await this.#late.next()
      if (batches.length === 0) return 0
      const horizon = (await readHorizon(this.#client)) ?? 0
      const late = await lateTabs(this.#client, batches, horizon)
      if (late.tabs > MAX_LATE_TABS) await this.#rebuild(split, () => {})
      else if (late.tabs === 0) await clearBatches(this.#client, batches)
      else {
        const run = await this.runs.claim(this.#now())
        if (run === undefined) return 0
        await rebuildLate(this.#client, this.runs, { ...late, run, batches, horizon, split, now: this.#now })
      }
      this.#late.forget(batches)
      return late.tabs
    })
  }

  /**
   * Rebuilds all finished sessions and swaps them in at once.
   *
   * @param progress receives the share that is done.
   * @throws {SessionsBusyError}
   */
  rebuild(progress: (share: number) => void = () => {}): Promise<void> {
    return this.#inParts((split) => this.#rebuild(split, progress))
  }

  /**
   * Removes the sessions of tabs, finished and open ones. Their raw rows must have been removed.
   *
   * @param hashes `halfMD5` of their ids, in decimal digits.
   * @throws {SessionsBusyError}
   */
  erase(hashes: readonly string[]): Promise<void> {
    return this.#exclusively(async () => {
      if (hashes.length === 0) return
      const run = await this.runs.claimAtOnce(this.#now())
      for (const table of SESSION_TABLES) {
        await this.#client.command({
          query: `ALTER TABLE analytics.${table} DELETE WHERE session_hash IN (${hashes.join(', ')})
            SETTINGS mutations_sync = 2`,
        })
        failpoint(`erasure.after-${table}`)
      }
      await this.runs.done(run, this.#now())
    })
  }

  /**
   * Compares finished sessions with raw rows.
   *
   * @param retainedSince milliseconds since 1970; older rows may have expired.
   */
  compare(retainedSince = 0): Promise<Finding[]> {
    return this.#exclusively(async () => {
      const horizon = await readHorizon(this.#client)
      return horizon === undefined ? [] : compareSessions(this.#client, retainedSince, horizon)
    })
  }

  /** Drops the monthly partitions before a cutoff. Sessions that span it are rebuilt from the events that remain. */
  expire(retainedSince: number): Promise<void> {
    return this.#exclusively(async () => {
      const { months } = await runQueryForOne(this.#client, {
        name: 'expired months of sessions',
        sql: `SELECT arraySort(groupUniqArray(toYYYYMM(started_at))) AS months FROM analytics.sessions
          WHERE started_at < ${dateTime64Sql(retainedSince)}`,
        row: z.object({ months: z.array(z.number()) }),
      })
      if (months.length === 0) return
      const run = await this.runs.claimAtOnce(this.#now())
      await markAcross(this.#client, retainedSince)
      for (const month of months)
        await this.#client.command({ query: `ALTER TABLE analytics.sessions DROP PARTITION ID '${month}'` })
      await this.runs.done(run, this.#now())
    })
  }

  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#mutex.run(() => this.#amongCollectors(work))
  }

  #inParts<T>(work: (split: number) => Promise<T>): Promise<T> {
    return this.#exclusively(() => inPartsThatFit(work))
  }

  #horizon(): Promise<number | undefined> {
    return readHorizon(this.#client).then((horizon) => horizon ?? firstHorizon(this.#client))
  }

  async #rebuild(split: number, progress: (share: number) => void): Promise<void> {
    const horizon = await readHorizon(this.#client)
    if (horizon === undefined) return
    const first = (await firstHorizon(this.#client)) ?? horizon
    const run = await this.runs.claimAtOnce(this.#now())
    const batches = await listLateBatches(this.#client)
    await this.#client.command({ query: 'TRUNCATE TABLE analytics.sessions_rebuilt' })
    const hours = await eventsByHour(this.#client, { from: first, to: horizon })
    for (let at = first; at < horizon;) {
      const step = nextStep(at, horizon, hours, split)
      await writeFinished(this.#client, 'sessions_rebuilt', run, at, step)
      await this.runs.renew(run, this.#now())
      at = step.to
      progress((at - first) / (horizon - first))
      if (this.#stopped) return this.runs.giveUp(run, this.#now())
    }
    await this.runs.done(run, this.#now())
    failpoint('sessions.rebuilt')
    await this.#client.command({ query: 'EXCHANGE TABLES analytics.sessions AND analytics.sessions_rebuilt' })
    this.#replacedAt = performance.now()
    this.#rebuilds++
    failpoint('sessions.exchanged')
    await clearBatches(this.#client, batches)
  }

  /** Empties the table that a rebuilt one replaced, in this process or an earlier one. */
  #emptyReplaced(): Promise<void> {
    return this.#exclusively(async () => {
      if (this.#replacedAt === undefined || performance.now() - this.#replacedAt < this.#viewTtlMs) return
      const run = await this.runs.claim(this.#now())
      if (run === undefined) return
      await this.#client.command({ query: 'TRUNCATE TABLE analytics.sessions_rebuilt' })
      await this.runs.done(run, this.#now())
      this.#replacedAt = undefined
    })
  }

  async #tick(): Promise<void> {
    try {
      // Readers make snapshots also while there is nothing to finish or it fails.
      await this.#exclusively(() => dropOldSnapshots(this.#client, this.#now()))
      await this.correctHorizon()
      // Before the horizon moves: sessions that are still open need no rebuilding.
      await this.rebuildLate()
      await this.finish()
      await this.#emptyReplaced()
      if (this.#ticks++ % TICKS_PER_DAY === 0) await this.runs.removeOld(this.#now())
      this.#finishedAt = this.#now()
    } catch (error) {
      if (this.#stopped) return
      this.#log.warn({ err: error }, 'sessions could not be finished; retrying in a minute')
    }
  }
}
