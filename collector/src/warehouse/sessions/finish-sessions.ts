import { SESSION_GAP_MS } from '@half-measure/shared/stats/sessions.ts'
import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from '../clickhouse/query.ts'
import { EVENT_TABLES, timeOf } from '../../events/event-tables.ts'
import { failpoint } from '../../platform/failpoint.ts'
import type { TimeRange } from '../clickhouse/time-ranges.ts'
import { quarterOf, type Step } from './horizon.ts'
import { newRun } from './runs.ts'
import { SESSION_COLUMNS } from './session-columns.ts'
import { LOOK_BACK_MS, dateTime64Sql, SESSION_SETTINGS, sessionRows } from './session-rows.ts'

/** Where finished sessions are written. */
export type SessionTable = 'sessions' | 'sessions_rebuilt'

/** One thread builds sessions; the others are left for queries. */
export const IN_BACKGROUND = `SETTINGS max_threads = 1, max_insert_threads = 1, ${SESSION_SETTINGS}`

/** Writes the sessions that become finished within a step. */
export async function writeFinished(
  client: ClickHouseClient,
  table: SessionTable,
  run: string,
  from: number,
  { to, parts }: Step,
): Promise<void> {
  const tabsRun = newRun(Date.now())
  await client.command({
    query: tabsWithEvents(tabsRun, { from: from - SESSION_GAP_MS, to: to - SESSION_GAP_MS }, from),
  })
  for (let nth = 0; nth < parts; nth++) {
    await client.command({
      query: `INSERT INTO analytics.${table} (${SESSION_COLUMNS.join(', ')}) ${sessionRows({
        run,
        tabsRun,
        part: { nth, of: parts },
        table,
        rowsFrom: from - LOOK_BACK_MS,
        rowsTo: to,
        endedBefore: to - SESSION_GAP_MS,
      })} ${IN_BACKGROUND}`,
    })
    failpoint('sessions.after-part')
  }
}

/** Lists the tabs with an event in a time range in `run_tabs`. */
function tabsWithEvents(tabsRun: string, { from, to }: TimeRange, fromMs: number): string {
  const tabs = EVENT_TABLES.map((table) => {
    const time = timeOf(table)
    return `SELECT DISTINCT halfMD5(session_id) AS session_hash FROM analytics.${table}
      WHERE ${time} >= ${dateTime64Sql(from)} AND ${time} < ${dateTime64Sql(to)}`
  })
  return `INSERT INTO analytics.run_tabs (run, session_hash, from_ms)
    SELECT DISTINCT toUInt64(${tabsRun}), session_hash, toInt64(${fromMs}) FROM (${tabs.join(' UNION ALL ')})
    ${IN_BACKGROUND}`
}

/** The first horizon, before every event. Undefined without events. */
export async function firstHorizon(client: ClickHouseClient): Promise<number | undefined> {
  const firsts = EVENT_TABLES.map(
    (table) => `SELECT min(${timeOf(table)}) AS at FROM analytics.${table} HAVING count() > 0`,
  )
  const [first] = await runQuery(client, {
    name: 'first event',
    sql: `SELECT toUnixTimestamp64Milli(min(at)) AS at FROM (${firsts.join(' UNION ALL ')}) HAVING count() > 0`,
    row: z.object({ at: z.coerce.number() }),
  })
  return first && quarterOf(first.at)
}

/** How many events happened in each hour, by its start. */
export async function eventsByHour(
  client: ClickHouseClient,
  { from, to }: TimeRange,
): Promise<ReadonlyMap<number, number>> {
  const hours = EVENT_TABLES.map((table) => {
    const time = timeOf(table)
    return `SELECT toUnixTimestamp(toStartOfHour(${time})) * 1000 AS hour FROM analytics.${table}
      WHERE ${time} >= ${dateTime64Sql(from)} AND ${time} < ${dateTime64Sql(to)}`
  })
  const rows = await runQuery(client, {
    name: 'events by hour',
    sql: `SELECT hour, count() AS events FROM (${hours.join(' UNION ALL ')}) GROUP BY hour`,
    row: z.object({ hour: z.coerce.number(), events: z.coerce.number() }),
  })
  return new Map(rows.map(({ hour, events }) => [hour, events]))
}
