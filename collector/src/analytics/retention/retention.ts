import { type Retention, RETENTION_HOURS } from '@half-measure/shared/stats/retention.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { z } from 'zod'
import { dateTime64 } from '../../date-time64.ts'
import type { AskRows } from '../ask-rows.ts'
import { rangeParams } from '../range.ts'

const HOUR_MS = 3_600_000
/** A visit with a view in the week before the range began before it. */
const LOOK_BACK_MS = 7 * 24 * HOUR_MS
/** How far a view of the range's visits may lie beyond it. */
const LOOK_AHEAD_MS = 7 * 24 * HOUR_MS

const NOTE =
  'A visit is one browser tab, from its first page until it is closed. Nothing is kept beyond it, so these figures show how long visits go on; whether a reader returns in another tab, or on another day, is not known.'

const Row = z.object({
  day: z.string(),
  visits: z.coerce.number(),
  /** Visits for which each hour is over, and of these the ones with a view in it; from the second hour on. */
  over: z.array(z.coerce.number()),
  active: z.array(z.coerce.number()),
  later: z.coerce.number(),
})
type Row = z.output<typeof Row>

/**
 * Visits that began in the range, and the hours of theirs with a page view.
 *
 * @param now milliseconds since 1970: an hour that is not over is not counted against anybody.
 */
export async function retention(
  ask: AskRows,
  range: StatsRange,
  now: number,
  signal?: AbortSignal,
): Promise<Retention> {
  const [from, to] = [Date.parse(range.from), Date.parse(range.to)]
  const bots = range.bots === 'include' ? '' : 'AND is_bot = 0'
  const rows = await ask(
    {
      name: 'retention',
      sql: `SELECT toString(toDate(began, {tz: String})) AS day, count() AS visits,
          sumForEach(arrayMap(hour -> toUInt64(addHours(began, hour + 1) <= {now: DateTime64(3, 'UTC')}), hours)) AS over,
          sumForEach(arrayMap(hour -> toUInt64(addHours(began, hour + 1) <= {now: DateTime64(3, 'UTC')} AND has(seen, hour)), hours)) AS active,
          countIf(arrayMax(seen) >= ${RETENTION_HOURS}) AS later
        FROM (
          SELECT range(1, ${RETENTION_HOURS}) AS hours, min(created_at) AS began,
            arrayMap(at -> intDiv(toUnixTimestamp64Milli(at) - toUnixTimestamp64Milli(began), ${HOUR_MS}), groupUniqArray(created_at)) AS seen
          FROM analytics.page_views
          WHERE created_at >= {start: DateTime64(3, 'UTC')} AND created_at < {end: DateTime64(3, 'UTC')} ${bots}
          GROUP BY cityHash64(session_id)
          HAVING began >= {from: DateTime64(3, 'UTC')} AND began < {to: DateTime64(3, 'UTC')}
        ) GROUP BY day ORDER BY day`,
      params: {
        ...rangeParams(range),
        tz: range.tz,
        start: dateTime64(from - LOOK_BACK_MS),
        end: dateTime64(Math.min(to + LOOK_AHEAD_MS, now)),
        now: dateTime64(now),
      },
      row: Row,
    },
    signal,
  )
  const days = rows.map((row) => ({ day: row.day, ...followed(row) }))
  return {
    note: NOTE,
    ...followed(rows.reduce(add, { day: '', visits: 0, over: [], active: [], later: 0 })),
    days,
  }
}

function followed({ visits, over, active, later }: Row) {
  const hours = Array.from({ length: RETENTION_HOURS - 1 }, (_, i) => {
    const [eligible, seen] = [over[i] ?? 0, active[i] ?? 0]
    const share = eligible === 0 ? null : Math.round((seen * 10_000) / eligible) / 100
    return { hour: i + 1, visits: eligible, active: seen, share }
  })
  return { visits, hours, later }
}

function add(a: Row, b: Row): Row {
  const sum = (x: readonly number[], y: readonly number[]) => y.map((value, i) => value + (x[i] ?? 0))
  return {
    day: '',
    visits: a.visits + b.visits,
    over: sum(a.over, b.over),
    active: sum(a.active, b.active),
    later: a.later + b.later,
  }
}
