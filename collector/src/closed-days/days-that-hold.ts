import { z } from 'zod'
import type { Query } from '../clickhouse/query.ts'

/** A day of which there are sums that hold. */
export const ClosedDay = z.object({
  /** Its start in UTC, seconds since 1970. */
  day: z.coerce.number(),
  /** Its rows are those of this version. */
  version: z.coerce.number(),
})
export type ClosedDay = z.output<typeof ClosedDay>

/** Closed days, in order, to which nothing came since. */
export const DAYS_THAT_HOLD: Query<typeof ClosedDay> = {
  name: 'closed days',
  sql: `SELECT toUnixTimestamp(toDateTime(closed.day, 'UTC')) AS day, closed.version AS version
    FROM (
      SELECT day, max(closed_days.version) AS version, argMax(complete_until, closed_days.version) AS until
      FROM analytics.closed_days GROUP BY day
    ) AS closed
    LEFT JOIN (
      SELECT day, max(arrived_at) AS arrived FROM analytics.late_arrivals WHERE visit = 0 GROUP BY day
    ) AS late ON late.day = closed.day
    WHERE closed.until > late.arrived ORDER BY day`,
  row: ClosedDay,
}
