import { SESSION_GAP_MS } from '@half-measure/shared/stats/sessions.ts'
import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { literals, runQueryForOne } from '../clickhouse/query.ts'
import { EVENT_TABLES, timeOf } from '../../events/event-tables.ts'
import { inPartsThatFit } from './fitting-parts.ts'
import { MAX_EVENTS_AT_ONCE } from './horizon.ts'
import { TABS_AT_ONCE } from './late-sessions.ts'
import { HORIZON, newRun } from './runs.ts'
import { SESSION_COLUMNS } from './session-columns.ts'
import {
  LOOK_BACK_MS,
  dateTime64Sql,
  SESSION_SETTINGS,
  sessionRows,
  selectUnchangedSessions,
} from './session-rows.ts'

/** The contents of the session tables at one moment, for a query. */
export interface SessionView {
  /** Sessions that began before it are finished, and none of them changes: milliseconds since 1970. */
  readonly finishedBefore: number
  /** Id of the unfinished sessions in `open_sessions`, and of their tabs in `run_tabs`; undefined if there are none. */
  readonly snapshot: string | undefined
}

/**
 * Maximum number of tabs with late events in a snapshot, the latest ones. Sessions of further tabs are right once
 * rebuilt.
 */
const MAX_LATE_TABS = 50_000

/** How far sessions are finished, and whether some are not. */
export interface Unfinished {
  readonly horizon: number
  /** See `SessionView`. */
  readonly finishedBefore: number
  /** Time of the earliest event that came late for a finished session, milliseconds since 1970. */
  readonly lateFrom: number | undefined
  /** Statements that the sessions are built with, so that each fits into memory. */
  readonly parts: number
  /** Every session is finished. */
  readonly isNothing: boolean
}

const UnfinishedRow = z.object({
  horizon_ms: z.coerce.number(),
  open_events: z.coerce.number(),
  late_tabs: z.coerce.number(),
  late_from: z.coerce.number(),
})

/** One statement, since every panel of a page waits for it. */
export async function readUnfinished(client: ClickHouseClient): Promise<Unfinished> {
  const openEvents = EVENT_TABLES.map(
    (table) => `SELECT 0 AS is_late, 0 AS first_ms FROM analytics.${table} WHERE ${timeOf(table)} >= tail`,
  )
  const row = await runQueryForOne(client, {
    name: 'unfinished sessions',
    sql: `WITH (${HORIZON}) AS horizon_ms,
        fromUnixTimestamp64Milli(greatest(0, horizon_ms - ${SESSION_GAP_MS}), 'UTC') AS tail
      SELECT horizon_ms, countIf(NOT is_late) AS open_events, countIf(is_late) AS late_tabs,
        minIf(first_ms, is_late) AS late_from
      FROM (
        SELECT 1 AS is_late, first_ms FROM (
          SELECT toUnixTimestamp64Milli(min(first_at)) AS first_ms FROM analytics.late_sessions
          GROUP BY session_hash HAVING first_ms < horizon_ms ORDER BY first_ms DESC LIMIT ${MAX_LATE_TABS})
        UNION ALL ${openEvents.join(' UNION ALL ')})`,
    row: UnfinishedRow,
  })
  const horizon = row.horizon_ms
  const isLate = row.late_tabs > 0
  const from = isLate ? Math.min(row.late_from, horizon) : horizon
  return {
    horizon,
    finishedBefore: from - LOOK_BACK_MS,
    lateFrom: isLate ? row.late_from : undefined,
    parts: Math.ceil(row.open_events / MAX_EVENTS_AT_ONCE + row.late_tabs / TABS_AT_ONCE),
    isNothing: !isLate && row.open_events === 0,
  }
}

/**
 * Builds the unfinished sessions from the raw tables of all shards as they are now. One view covers all shards: it
 * begins where the first of them has unfinished sessions.
 *
 * @param now milliseconds since 1970.
 */
export async function openSessions(
  shards: readonly ClickHouseClient[],
  unfinished: readonly Unfinished[],
  now: number,
): Promise<SessionView> {
  if (unfinished.every(({ isNothing }) => isNothing)) return { finishedBefore: Infinity, snapshot: undefined }
  const finishedBefore = Math.min(...unfinished.map((one) => one.finishedBefore))
  return inPartsThatFit(async (split) => {
    const snapshot = newRun(now)
    // Settled, so that no shard still inserts beside the next attempt.
    const made = await Promise.allSettled(
      shards.map(async (client, i) => {
        const of = unfinished[i]
        if (of && !of.isNothing) await makeOpen(client, snapshot, finishedBefore, of, split)
      }),
    )
    for (const one of made) if (one.status === 'rejected') throw one.reason
    return { finishedBefore, snapshot }
  })
}

async function makeOpen(
  client: ClickHouseClient,
  snapshot: string,
  finishedBefore: number,
  { horizon, lateFrom, parts }: Unfinished,
  split: number,
): Promise<void> {
  await client.command({ query: tabsToMake(snapshot, horizon, lateFrom) })
  for (let nth = 0; nth < parts * split; nth++) {
    const part = { nth, of: parts * split }
    const build = {
      run: snapshot,
      tabsRun: snapshot,
      part,
      table: 'sessions',
      rowsFrom: finishedBefore,
      // On this shard or on another.
      late: finishedBefore < horizon - LOOK_BACK_MS,
    }
    await client.command({
      query: `INSERT INTO analytics.open_sessions (${SESSION_COLUMNS.join(', ')})
        ${sessionRows(build)} UNION ALL ${selectUnchangedSessions(build, finishedBefore)} SETTINGS ${SESSION_SETTINGS}`,
    })
  }
}

/** Lists the tabs with an event that may be in no finished session. */
function tabsToMake(snapshot: string, horizon: number, lateFrom: number | undefined): string {
  const tail = dateTime64Sql(horizon - SESSION_GAP_MS)
  const open = EVENT_TABLES.map(
    (table) => `SELECT halfMD5(session_id) AS session_hash, toInt64(${horizon}) AS from_ms
      FROM analytics.${table} WHERE ${timeOf(table)} >= ${tail}`,
  )
  const late =
    lateFrom === undefined
      ? []
      : [
          `SELECT session_hash, toUnixTimestamp64Milli(min(first_at)) AS from_ms FROM analytics.late_sessions
            GROUP BY session_hash HAVING from_ms >= ${lateFrom} AND from_ms < ${horizon}`,
        ]
  return `INSERT INTO analytics.run_tabs (run, session_hash, from_ms)
    SELECT toUInt64(${snapshot}), session_hash, min(from_ms) FROM (${[...open, ...late].join(' UNION ALL ')})
    GROUP BY session_hash SETTINGS insert_deduplicate = 0`
}

/** The tables that sessions are read from. */
const SESSION_TABLES = [...EVENT_TABLES, 'late_sessions', 'session_runs', 'sessions'] as const

/**
 * A fingerprint of the tables that sessions are read from: while it is the same, so are the rows. Every insert,
 * mutation and merge changes it, because it makes a part with another name. Undefined without parts, or if the server
 * does not show them to this account.
 */
export async function readFingerprint(client: ClickHouseClient): Promise<string | undefined> {
  const { parts, fingerprint } = await runQueryForOne(client, {
    name: 'parts of the tables',
    sql: `SELECT count() AS parts, toString(groupBitXor(cityHash64(table, name, hash_of_all_files))) AS fingerprint
      FROM system.parts
      WHERE database = 'analytics' AND active AND table IN (${literals(SESSION_TABLES)})`,
    row: z.object({ parts: z.coerce.number(), fingerprint: z.string() }),
  })
  return parts > 0 ? fingerprint : undefined
}
