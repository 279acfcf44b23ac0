import { DAY_MS } from '@half-measure/shared/durations.ts'
import { publication } from '@half-measure/shared/publication.ts'
import type { Goals } from '@half-measure/shared/stats/goals.ts'
import type { ExperimentGoal } from '@half-measure/shared/stats/experiments-plan.ts'
import { z } from 'zod'
import { dateTime64 } from '../../events/date-time64.ts'
import { isTimely } from '../counted-since.ts'
import { Params } from '../engine/params.ts'
import type { QueryRows } from '../../warehouse/clickhouse/query.ts'
import { addCounts } from './day-counts.ts'
import { reachedGoals } from './reached-goals.ts'

/**
 * How long after its day of exposure a session may still convert. Then the day is final: sessions that go on do not
 * change past analyses.
 */
export const GRACE_HOURS = 6

export interface ExposureQuery {
  readonly test: string
  readonly goal: ExperimentGoal
  /** What `any_goal` and `value` count. */
  readonly goals: Goals
  /** Milliseconds since 1970; what happened later is not counted. */
  readonly until: number
  /** Pounds; a session worth more counts as this. */
  readonly cap: number | null
}

/** Pounds; more than any session is worth. */
const NO_CAP = 1e12

const Row = z.object({
  day_start: z.coerce.number(),
  variant: z.string(),
  exposures: z.coerce.number(),
  converters: z.coerce.number(),
  sum: z.coerce.number(),
  squares: z.coerce.number(),
  switchers: z.coerce.number(),
  capped: z.coerce.number(),
})
/** Sessions by the day (start in seconds since 1970) and variant of their first exposure. */
export type ExposureRow = z.output<typeof Row>

/** Assignments that one statement joins with what their sessions reached: they take 100 MB. */
const ASSIGNMENTS_AT_ONCE = 250_000

/**
 * Exposed sessions and their outcomes. A session counts once, under the variant and on the day of its first exposure;
 * conversions before the exposure, or after the day is final, do not count. Bots are left out, and exposures that a
 * slow clock dates before the first one that came in time: the test had not begun.
 *
 * @param atOnce assignments in a statement: sessions are counted in shares, so that a long test fits into memory.
 */
export async function exposures(
  queryRows: QueryRows,
  { test, goal, goals, until, cap }: ExposureQuery,
  atOnce = ASSIGNMENTS_AT_ONCE,
): Promise<ExposureRow[]> {
  const [size] = await queryRows({
    name: 'beginning and size of a test',
    sql: `SELECT toUnixTimestamp64Milli(minIf(assigned_at, ${isTimely('assigned_at')})) AS begins, countIf(assigned_at < {until: DateTime64(3, 'UTC')}) AS assignments
      FROM analytics.ab_test_assignments WHERE test_name = {test: String} AND is_bot = 0`,
    params: { test, until: dateTime64(until) },
    row: z.object({ begins: z.coerce.number(), assignments: z.coerce.number() }),
  })
  const { begins = 0, assignments = 0 } = size ?? {}
  const params = new Params()
  const goalsReached = reachedGoals(goal, goals, params)
  const shares = Math.max(1, Math.ceil(assignments / atOnce))
  const rows: ExposureRow[] = []
  for (let share = 0; share < shares; share++)
    rows.push(
      ...(await queryRows({
        name: 'exposures and conversions',
        sql: exposuresSql(goalsReached),
        params: {
          test,
          ...params.values,
          tz: publication.timeZone,
          begins: dateTime64(begins),
          until: dateTime64(until),
          grace: GRACE_HOURS,
          cap: String(cap ?? NO_CAP),
          shares,
          share,
        },
        row: Row,
      })),
    )
  return [...Map.groupBy(rows, ({ day_start, variant }) => `${day_start} ${variant}`).values()]
    .map((of) => of.reduce((sum, row) => ({ ...row, ...addCounts(sum, row) })))
    .toSorted((a, b) => a.day_start - b.day_start || (a.variant < b.variant ? -1 : 1))
}

/** The rows of one share. @param goalsReached a SELECT of the events that reach the goal. */
function exposuresSql(goalsReached: string): string {
  return `WITH
      exposed AS (
        SELECT session_id, argMin(variant, (assigned_at, event_id)) AS first_variant, min(assigned_at) AS seen_at,
          toStartOfDay(seen_at, {tz: String}) AS day,
          least(addHours(addDays(day, 1), {grace: UInt8}), {until: DateTime64(3, 'UTC')}) AS final_at
        FROM analytics.ab_test_assignments
        WHERE test_name = {test: String} AND assigned_at < {until: DateTime64(3, 'UTC')} AND is_bot = 0
          AND assigned_at >= {begins: DateTime64(3, 'UTC')}
          AND halfMD5(session_id) % {shares: UInt32} = {share: UInt32}
        GROUP BY session_id
      ),
      reached AS (
        SELECT session_id, sum(events.pounds) AS pounds
        FROM (
          SELECT * FROM (${goalsReached})
          WHERE created_at >= {begins: DateTime64(3, 'UTC')} AND halfMD5(session_id) % {shares: UInt32} = {share: UInt32}
        ) AS events INNER JOIN exposed USING (session_id)
        WHERE created_at >= seen_at AND created_at < final_at
        GROUP BY session_id
      ),
      switches AS (
        SELECT session_hash, groupUniqArray(variant) AS later FROM analytics.variant_switches
        WHERE test_name = {test: String} AND switched_at < {until: DateTime64(3, 'UTC')}
          AND session_hash % {shares: UInt32} = {share: UInt32}
        GROUP BY session_hash
      )
      SELECT toUnixTimestamp(day) AS day_start, first_variant AS variant, count() AS exposures,
        countIf(reached.session_id != '') AS converters,
        sum(least(pounds, {cap: Float64})) AS sum,
        sum(pow(least(pounds, {cap: Float64}), 2)) AS squares,
        countIf(arrayExists(other -> other != first_variant, later)) AS switchers,
        countIf(pounds > {cap: Float64}) AS capped
      FROM exposed LEFT JOIN reached USING (session_id)
        LEFT JOIN switches ON switches.session_hash = halfMD5(exposed.session_id)
      GROUP BY day_start, variant`
}

/** Sessions of self-declared bots that saw a variant. */
export async function exposedBots(
  queryRows: QueryRows,
  { test, until }: Pick<ExposureQuery, 'test' | 'until'>,
): Promise<number> {
  const [row] = await queryRows({
    name: 'exposed bots',
    sql: `SELECT uniqExact(session_id) AS bots FROM analytics.ab_test_assignments
      WHERE test_name = {test: String} AND assigned_at < {until: DateTime64(3, 'UTC')} AND is_bot = 1`,
    params: { test, until: dateTime64(until) },
    row: z.object({ bots: z.coerce.number() }),
  })
  return row?.bots ?? 0
}

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
