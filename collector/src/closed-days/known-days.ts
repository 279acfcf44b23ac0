import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery, runQueryForOne } from '../clickhouse/query.ts'
import type { KnownDays } from './closable-days.ts'

const Seconds = z.coerce.number()

export async function knownDays(client: ClickHouseClient): Promise<KnownDays> {
  const [first] = await runQuery(client, {
    name: 'the first day with events',
    sql: `SELECT toUnixTimestamp(toDateTime(min(toDate(hour)), 'UTC')) AS day FROM analytics.visits_1h HAVING count() > 0`,
    row: z.object({ day: Seconds }),
  })
  const closed = await runQuery(client, {
    name: 'closed days',
    sql: `SELECT toUnixTimestamp(toDateTime(day, 'UTC')) AS day,
        toFloat64(argMax(complete_until, version)) AS moment FROM analytics.closed_days GROUP BY day`,
    row: z.object({ day: Seconds, moment: Seconds }),
  })
  const late = await runQuery(client, {
    name: 'late arrivals',
    sql: `SELECT toUnixTimestamp(toDateTime(day, 'UTC')) AS day, toFloat64(max(arrived_at)) AS moment
      FROM analytics.late_arrivals WHERE visit = 0 GROUP BY day`,
    row: z.object({ day: Seconds, moment: Seconds }),
  })
  return {
    first: first?.day,
    completeUntil: new Map(closed.map(({ day, moment }) => [day, moment])),
    lateArrivals: new Map(late.map(({ day, moment }) => [day, moment])),
  }
}

/** What the clocks of the database show, in seconds since 1970: arrivals are marked by them. */
export async function databaseTime(client: ClickHouseClient): Promise<number> {
  const { now } = await runQueryForOne(client, {
    name: 'the time there',
    sql: `SELECT toFloat64(now64(3, 'UTC')) AS now`,
    row: z.object({ now: Seconds }),
  })
  return now
}
