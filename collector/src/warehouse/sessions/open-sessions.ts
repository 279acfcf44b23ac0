import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQueryForOne } from '../clickhouse/query.ts'
import { EVENT_TABLES, timeOf } from '../../events/event-tables.ts'
import { countTabs } from './finish-sessions.ts'
import { newRun, readHorizon } from './runs.ts'
import { SESSION_COLUMNS } from './session-columns.ts'
import {
  GAP_MS,
  LOOK_BACK_MS,
  moment,
  SESSION_SETTINGS,
  sessionRows,
  sessionsThatStay,
} from './session-rows.ts'

/** What the tables of sessions hold at one moment, for a query. */
export interface SessionView {
  /** Sessions that began before it are finished, and none of them changes: milliseconds since 1970. */
  readonly finishedBefore: number
  /** `open_sessions` and `run_tabs` have the others of some tabs under it; undefined where there are none. */
  readonly snapshot: string | undefined
}

/** Tabs with late events whose sessions a snapshot has: the latest. Those of further tabs are right once they are rebuilt. */
const MOST_LATE_TABS = 50_000

const Late = z.object({ tabs: z.coerce.number(), from: z.coerce.number() })

/** What is finished, and which sessions are not. */
export interface Unfinished {
  readonly horizon: number
  /** See `SessionView`. */
  readonly finishedBefore: number
  /** Of the earliest event that came late for a finished session: milliseconds since 1970. */
  readonly lateFrom: number | undefined
}

export async function readUnfinished(client: ClickHouseClient): Promise<Unfinished> {
  const horizon = (await readHorizon(client)) ?? 0
  const late = await runQueryForOne(client, {
    name: 'late events',
    sql: `SELECT count() AS tabs, min(first_ms) AS from FROM (
        SELECT toUnixTimestamp64Milli(min(first_at)) AS first_ms FROM analytics.late_sessions
        GROUP BY session_hash HAVING first_ms < ${horizon} ORDER BY first_ms DESC LIMIT ${MOST_LATE_TABS})`,
    row: Late,
  })
  const from = late.tabs > 0 ? Math.min(late.from, horizon) : horizon
  return { horizon, finishedBefore: from - LOOK_BACK_MS, lateFrom: late.tabs > 0 ? late.from : undefined }
}

/** Makes the sessions that are not finished, as the raw tables have them now. @param now milliseconds since 1970. */
export async function openSessions(
  client: ClickHouseClient,
  { horizon, finishedBefore, lateFrom }: Unfinished,
  now: number,
): Promise<SessionView> {
  const snapshot = newRun(now)
  await client.command({ query: tabsToMake(snapshot, horizon, lateFrom) })
  if ((await countTabs(client, snapshot)) === 0) return { finishedBefore: Infinity, snapshot: undefined }
  const making = { run: snapshot, work: snapshot, table: 'sessions', rowsFrom: finishedBefore }
  await client.command({
    query: `INSERT INTO analytics.open_sessions (${SESSION_COLUMNS.join(', ')})
      ${sessionRows(making)} UNION ALL ${sessionsThatStay(making, finishedBefore)} SETTINGS ${SESSION_SETTINGS}`,
  })
  return { finishedBefore, snapshot }
}

/** Tabs with an event that no finished session may have. */
function tabsToMake(snapshot: string, horizon: number, lateFrom: number | undefined): string {
  const tail = moment(horizon - GAP_MS)
  const open = EVENT_TABLES.map(
    (table) => `SELECT cityHash64(session_id) AS session_hash, toInt64(${horizon}) AS from_ms
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
