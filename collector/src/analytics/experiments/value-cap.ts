import type { Goals } from '@half-measure/shared/stats/goals.ts'
import { z } from 'zod'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { dateTime64 } from '../../events/date-time64.ts'
import { Params } from '../engine/params.ts'
import type { QueryRows } from '../../warehouse/clickhouse/query.ts'
import { reachedGoals } from './reached-goals.ts'

const LOOK_BACK_DAYS = 28
/** With fewer, one percent is less than one session. */
const MIN_SESSIONS = 100

/**
 * Cap on a session's value, in pounds: the 99 % quantile (nearest rank) of sessions that were worth anything in the
 * 28 days before the test. It is fixed by then, so that no interim analysis changes it. Null with too few sessions.
 *
 * @param start of the test, milliseconds since 1970.
 */
export async function valueCap(queryRows: QueryRows, start: number, goals: Goals): Promise<number | null> {
  const params = new Params()
  const goalsReached = reachedGoals('value', goals, params)
  const [row] = await queryRows({
    name: 'cap of values',
    sql: `SELECT pounds FROM (
        SELECT sum(events.pounds) AS pounds, row_number() OVER (ORDER BY pounds) AS rank, count() OVER () AS sessions
        FROM (${goalsReached}) AS events
        WHERE created_at >= {from: DateTime64(3, 'UTC')} AND created_at < {to: DateTime64(3, 'UTC')}
        GROUP BY session_id
      ) WHERE rank = ceil(0.99 * sessions) AND sessions >= {least: UInt32}`,
    params: {
      ...params.values,
      from: dateTime64(start - LOOK_BACK_DAYS * DAY_MS),
      to: dateTime64(start),
      least: MIN_SESSIONS,
    },
    row: z.object({ pounds: z.coerce.number() }),
  })
  return row?.pounds ?? null
}
