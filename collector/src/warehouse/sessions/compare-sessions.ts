import type { ClickHouseClient } from '@clickhouse/client'
import type { Finding } from '@half-measure/shared/stats/reconciliation.ts'
import { z } from 'zod'
import { runQueryForOne } from '../clickhouse/query.ts'
import { LOOK_BACK_MS, dateTime64Sql } from './session-rows.ts'

/** A type of event in the raw tables and in sessions, in SQL independent of the SQL that builds sessions. */
interface Side {
  readonly finding: string
  readonly table: string
  readonly time: string
  /** Columns of the raw rows, and the same of a list in sessions. */
  readonly columns: string
  readonly values: string
  readonly list: string
  readonly names: readonly string[]
  /** Selects the raw rows of the type; by default all. */
  readonly where?: string
}

/** A hash takes no NULL. */
const VITALS = 'ifNull(toInt64(lcp_ms), -1), ifNull(toInt64(inp_ms), -1), ifNull(cls, -1)'

const SIDES: readonly Side[] = [
  {
    finding: 'sessions: days whose page views are those of the raw rows',
    table: 'page_views',
    time: 'created_at',
    columns: 'page_path',
    values: 'page',
    list: 'views',
    names: ['page'],
  },
  {
    finding: 'sessions: days whose clicks are those of the raw rows',
    table: 'click_events',
    time: 'created_at',
    columns: 'page_path, element_type, element_id',
    values: 'page, toString(element_type), toString(element_id)',
    list: 'clicks',
    names: ['page', 'element_type', 'element_id'],
  },
  {
    finding: 'sessions: days whose conversions are those of the raw rows',
    table: 'conversion_events',
    time: 'created_at',
    columns: `page_path, toString(event_type), product_name, product_rank, if(currency = 'GBP', value, 0),
      JSONExtractString(conversion_data, 'source')`,
    values: 'page, toString(event_type), toString(product), product_rank, value, toString(conversion_source)',
    list: 'conversions',
    names: ['page', 'event_type', 'product', 'product_rank', 'value', 'conversion_source'],
  },
  {
    finding: 'sessions: days whose assignments are those of the raw rows',
    table: 'ab_test_assignments',
    time: 'assigned_at',
    columns: 'toString(test_name), toString(variant)',
    values: 'toString(test), toString(variant)',
    list: 'assignments',
    names: ['test', 'variant'],
  },
  {
    finding: 'sessions: days whose web vitals are those of the raw rows',
    table: 'engagement_events',
    time: 'created_at',
    columns: `page_path, ${VITALS}`,
    values: `page, ${VITALS}`,
    list: 'vitals',
    names: ['page', 'lcp_ms', 'inp_ms', 'cls'],
    where: 'coalesce(lcp_ms, inp_ms, cls) IS NOT NULL',
  },
]

/**
 * Compares what finished sessions hold with the raw rows, event by event: every event of a day in one session, once.
 * Sessions that are about to be rebuilt are left out.
 *
 * @param retainedSince milliseconds since 1970: raw rows and sessions from before it may have been removed.
 * @param horizon milliseconds since 1970: newer events may be in no finished session.
 */
export async function compareSessions(
  client: ClickHouseClient,
  retainedSince: number,
  horizon: number,
): Promise<Finding[]> {
  const compared = { from: retainedSince, before: horizon - LOOK_BACK_MS }
  const findings: Finding[] = []
  for (const side of SIDES) findings.push(await compareDays(client, side, compared))
  findings.push(await compareReading(client, compared))
  return findings
}

/** Milliseconds since 1970. */
interface Compared {
  readonly from: number
  readonly before: number
}

/** Sessions that wait to be rebuilt are not compared. */
const NOT_LATE = 'session_hash NOT IN (SELECT session_hash FROM analytics.late_sessions)'

async function compareDays(
  client: ClickHouseClient,
  { finding, table, time, columns, values, list, names, where = 'true' }: Side,
  { from, before }: Compared,
): Promise<Finding> {
  const digest = (columns: string) => `cityHash64(session_hash, is_bot, at, ${columns})`
  const joined = names.map((name) => `${list}.${name} AS ${name}`).join(', ')
  const { days, agreeing } = await runQueryForOne(client, {
    name: 'sessions and raw rows by day',
    sql: `SELECT count() AS days, countIf(raw = made AND raw_events = made_events) AS agreeing FROM (
        SELECT day, sumIf(digest, is_raw) AS raw, sumIf(digest, NOT is_raw) AS made,
          countIf(is_raw) AS raw_events, countIf(NOT is_raw) AS made_events
        FROM (
          SELECT true AS is_raw, halfMD5(session_id) AS session_hash, toUnixTimestamp64Milli(${time}) AS at,
            intDiv(at, 86400000) AS day, ${digest(columns)} AS digest
          FROM analytics.${table}
          WHERE ${time} >= ${dateTime64Sql(from)} AND ${time} < ${dateTime64Sql(before)} AND ${NOT_LATE}
            AND (${where})
          UNION ALL
          SELECT false, session_hash, toUnixTimestamp64Milli(started_at) + offset AS at,
            intDiv(at, 86400000), ${digest(values)}
          FROM analytics.sessions ARRAY JOIN ${list}.at AS offset, ${joined}
          WHERE started_at < ${dateTime64Sql(before)} AND at >= ${from} AND at < ${before} AND ${NOT_LATE}
        ) GROUP BY day)`,
    row: z.object({ days: z.coerce.number(), agreeing: z.coerce.number() }),
  })
  return { name: finding, left: agreeing, right: days }
}

/** Reading is added up by session and page, so sessions across either end of the compared time are left out. */
async function compareReading(client: ClickHouseClient, { from, before }: Compared): Promise<Finding> {
  const across = [from, before].map(
    (end) => `SELECT session_hash FROM analytics.sessions
      WHERE started_at < ${dateTime64Sql(end)} AND ended_at >= ${dateTime64Sql(end)}`,
  )
  const excluded = [...across, 'SELECT session_hash FROM analytics.late_sessions'].join(' UNION ALL ')
  const { made, raw } = await runQueryForOne(client, {
    name: 'sessions and reading',
    sql: `SELECT
        (SELECT sum(engaged_ms) FROM analytics.sessions
          WHERE started_at >= ${dateTime64Sql(from)} AND started_at < ${dateTime64Sql(before)}
            AND session_hash NOT IN (${excluded})) AS made,
        (SELECT sum(active_ms) FROM analytics.engagement_events
          WHERE created_at >= ${dateTime64Sql(from)} AND created_at < ${dateTime64Sql(before)}
            AND halfMD5(session_id) NOT IN (${excluded})) AS raw`,
    row: z.object({ made: z.coerce.number(), raw: z.coerce.number() }),
  })
  return { name: 'sessions: milliseconds of reading = those of the raw rows', left: made, right: raw }
}
