import { SESSION_GAP_MS } from '@half-measure/shared/stats/sessions.ts'
import { randomInt } from 'node:crypto'
import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { runQuery, runQueryForNumber } from '../clickhouse/query.ts'
import { dateTime64 } from '../../events/date-time64.ts'
import { dateTime64Sql } from './session-rows.ts'

const [CLAIMED, DONE, GIVEN_UP] = [1, 2, 3]

/** Lease of a run: without renewal for this long it is abandoned. */
const LEASE_MS = 10 * 60_000
/** After this, no query reads a snapshot of open sessions, and no run that is over its list of tabs. */
const SCRATCH_MS = 15 * 60_000
/** For this long, rows of a run that is not done are looked for. */
const STRAYS_MS = 30 * DAY_MS
/** Runs are remembered for longer, or a clock that is set back would make strays of all that is finished. */
const RETENTION_MS = STRAYS_MS + 7 * DAY_MS
/** So many are remembered in any case, about two months' worth: a clock may run ahead by years until it is set back. */
const MIN_RETAINED_RUNS = 100_000

/** Runs of one minute share a partition of `open_sessions` and of `run_tabs`. */
const RUNS_PER_MINUTE = 60_000n * 1_000_000n

/** A run id: grows with time; no two processes take the same. Digits of a UInt64. @param now milliseconds since 1970. */
export function newRun(now: number): string {
  return `${BigInt(Math.max(0, Math.floor(now))) * 1_000_000n + BigInt(randomInt(1_000_000))}`
}

/**
 * Removes snapshots of open sessions, and runs' lists of tabs, that no query reads any more. A run under way reads its
 * list to the end, however old it is.
 */
export async function dropOldSnapshots(client: ClickHouseClient, now: number): Promise<void> {
  const old = await runQuery(client, {
    name: 'old snapshots',
    sql: `SELECT DISTINCT table, partition_id FROM system.parts
      WHERE database = 'analytics' AND active AND table IN ('open_sessions', 'run_tabs')
        AND toUInt64OrZero(partition_id) < (SELECT intDiv(min(run), ${RUNS_PER_MINUTE}) FROM (
          SELECT toUInt64(${newRun(now - SCRATCH_MS)}) AS run UNION ALL
          SELECT run FROM analytics.session_runs GROUP BY run
          HAVING max(state) = ${CLAIMED} AND toUnixTimestamp64Milli(max(renewed_at)) >= ${now - LEASE_MS}))`,
    row: z.object({ table: z.string(), partition_id: z.string().regex(/^\d+$/) }),
  })
  for (const { table, partition_id } of old)
    await client.command({ query: `ALTER TABLE analytics.${table} DROP PARTITION ID '${partition_id}'` })
}

/**
 * Settings of statements that delete sessions: they end when one replica has deleted, as inserts end when one has the
 * rows. Another that is down does the same when it is back; waiting for it would fail every rebuild until then.
 */
export const ON_ONE_REPLICA = 'mutations_sync = 1, lightweight_deletes_sync = 1'

/** The horizon as a SELECT of one value: milliseconds since 1970, 0 before the first run. */
export const HORIZON = `SELECT toUnixTimestamp64Milli(max(horizon)) FROM
  (SELECT max(horizon) AS horizon FROM analytics.session_runs GROUP BY run HAVING max(state) = ${DONE})`

/**
 * The horizon, milliseconds since 1970: sessions that ended half an hour before it are finished. Undefined before the
 * first run.
 */
export async function readHorizon(client: ClickHouseClient): Promise<number | undefined> {
  const at = await runQueryForNumber(client, { name: 'horizon of sessions', sql: HORIZON })
  return at > 0 ? at : undefined
}

/** Another collector writes sessions at this moment. */
export class SessionsBusyError extends Error {
  override name = 'SessionsBusyError'
  readonly code = 'sessions_busy'
  constructor() {
    super('Another collector is writing sessions. Try again in a few minutes.')
  }
}

/**
 * The right to write sessions, for one process at a time. A process that claims a run sees every earlier claim; if
 * two see each other, both give way.
 */
export class SessionRuns {
  readonly #client: ClickHouseClient
  readonly #collectorId: string

  constructor(client: ClickHouseClient, collectorId: string) {
    this.#client = client
    this.#collectorId = collectorId
  }

  /** Undefined while another process writes. @param now milliseconds since 1970. */
  async claim(now: number): Promise<string | undefined> {
    const run = newRun(now)
    await this.#write(run, CLAIMED, now)
    const others = (await this.#claimed()).filter((other) => other.run !== run)
    for (const other of others) {
      // An earlier process of this collector has ended, or the data directory would be locked.
      const isAbandoned = other.collector_id === this.#collectorId || other.renewed_ms < now - LEASE_MS
      await this.#write(isAbandoned ? other.run : run, GIVEN_UP, now)
      if (!isAbandoned) return undefined
    }
    await this.#removeStrays(now)
    return run
  }

  /** @param now milliseconds since 1970. @throws {SessionsBusyError} */
  async claimAtOnce(now: number): Promise<string> {
    const run = await this.claim(now)
    if (run === undefined) throw new SessionsBusyError()
    return run
  }

  /** Extends the lease of a run. */
  renew(run: string, now: number): Promise<void> {
    return this.#write(run, CLAIMED, now)
  }

  /** Completes a run: its rows hold from now on. @param horizon if it moves, milliseconds since 1970. */
  done(run: string, now: number, horizon = 0): Promise<void> {
    return this.#write(run, DONE, now, horizon)
  }

  giveUp(run: string, now: number): Promise<void> {
    return this.#write(run, GIVEN_UP, now)
  }

  /**
   * Takes back the runs that moved the horizon beyond a moment, and every session that is not over by the horizon
   * before them. They were made while the clock ran ahead: nobody would see sessions that begin before it gets there.
   *
   * @returns the horizon that is left, milliseconds since 1970; 0 if there is none.
   */
  async takeBack(moment: number): Promise<number> {
    const done = `FROM analytics.session_runs GROUP BY run HAVING max(state) = ${DONE}`
    const left = await runQueryForNumber(this.#client, {
      name: 'horizon that is left',
      sql: `SELECT toUnixTimestamp64Milli(max(horizon)) FROM
        (SELECT max(horizon) AS horizon ${done} AND horizon <= fromUnixTimestamp64Milli(${moment}))`,
    })
    // First the sessions: if this breaks off, the horizon is still too late, and it begins again.
    await this.#client.command({
      query: `DELETE FROM analytics.sessions WHERE ended_at >= ${dateTime64Sql(Math.max(0, left - SESSION_GAP_MS))}
        SETTINGS ${ON_ONE_REPLICA}`,
    })
    await this.#client.command({
      query: `INSERT INTO analytics.session_runs (run, collector_id, horizon, renewed_at, state)
        SELECT run, any(collector_id), max(horizon) AS horizon, max(renewed_at), ${GIVEN_UP} ${done}
        AND horizon > fromUnixTimestamp64Milli(${moment})`,
    })
    return left
  }

  /** Removes old runs, except the one that has the horizon. */
  async removeOld(now: number): Promise<void> {
    await this.#client.command({
      query: `ALTER TABLE analytics.session_runs DELETE
        WHERE run < ${newRun(now - RETENTION_MS)} AND toUnixTimestamp64Milli(horizon) < (${HORIZON})
          AND run NOT IN (SELECT DISTINCT run FROM analytics.session_runs ORDER BY run DESC LIMIT ${MIN_RETAINED_RUNS})
        SETTINGS ${ON_ONE_REPLICA}, allow_nondeterministic_mutations = 1`,
    })
  }

  /** Rows of unfinished runs would be counted twice once the horizon passes them. */
  async #removeStrays(now: number): Promise<void> {
    const stray = `run > ${newRun(now - STRAYS_MS)} AND run NOT IN (
      SELECT run FROM analytics.session_runs GROUP BY run HAVING max(state) IN (${CLAIMED}, ${DONE}))`
    const runs = await runQuery(this.#client, {
      name: 'runs without an end',
      sql: `SELECT DISTINCT toString(run) AS id FROM analytics.sessions WHERE ${stray}`,
      row: z.object({ id: z.string() }),
    })
    if (runs.length === 0) return
    await this.#client.command({
      query: `DELETE FROM analytics.sessions WHERE run IN (${runs.map(({ id }) => id).join(', ')})
        SETTINGS ${ON_ONE_REPLICA}`,
    })
  }

  #claimed() {
    return runQuery(this.#client, {
      name: 'claimed runs',
      sql: `SELECT toString(session_runs.run) AS run, any(session_runs.collector_id) AS collector_id,
          toUnixTimestamp64Milli(max(session_runs.renewed_at)) AS renewed_ms
        FROM analytics.session_runs GROUP BY session_runs.run HAVING max(state) = ${CLAIMED}`,
      row: z.object({ run: z.string(), collector_id: z.string(), renewed_ms: z.coerce.number() }),
    })
  }

  async #write(run: string, state: number, now: number, horizon = 0): Promise<void> {
    await this.#client.insert({
      table: 'analytics.session_runs',
      format: 'JSONEachRow',
      values: [
        {
          run,
          collector_id: this.#collectorId,
          horizon: dateTime64(horizon),
          renewed_at: dateTime64(now),
          state,
        },
      ],
    })
  }
}
