import { GOAL_DEPTHS } from '@half-measure/shared/stats/goals.ts'
import { z } from 'zod'
import { over } from '../engine/dimension-values.ts'
import { goalConditions, hasGoal } from '../engine/goal-conditions.ts'
import { READING_MS } from '../engine/subqueries.ts'
import { sessionsInScope, type ReportScope, type ReportSources } from '../report-scope.ts'

const count = z.coerce.number()
const Outcomes = z.object({ subscriptions: count, affiliate_clicks: count, pounds: count })
export type Outcomes = z.output<typeof Outcomes>

const OfSessions = z.object({
  page: z.string(),
  sessions: count,
  active_ms: count,
  median_active_ms: count,
  /** Sessions that reached each of the depths. */
  reached: z.array(count),
  exits: count,
  /** Sessions that scrolled the article to the end and spent `READING_MS` on it, left from it, and reached no goal after opening it. */
  dead_ends: count,
  /** Sessions with a goal on the page. */
  goal_sessions: count,
  /** Outcomes in these sessions from their first view of the page on: on any page, and on other pages. */
  after: z.tuple([count, count, count]),
  elsewhere: z.tuple([count, count, count]),
})
const OfEvents = z.object({ page: z.string(), views: count, ...Outcomes.shape })

export interface Reading extends z.output<typeof OfSessions>, z.output<typeof OfEvents> {}

/**
 * Figures of articles, by path: what sessions that began in the range did with an article, and the events on it in
 * the range. Only sessions that match the filters count.
 */
export async function readings(
  read: ReportSources,
  scope: ReportScope,
): Promise<ReadonlyMap<string, Partial<Reading>>> {
  const [bySession, byEvent] = await Promise.all([readBySession(read, scope), countEvents(read, scope)])
  const ofEvents = new Map(byEvent.map((row) => [row.page, row]))
  const ofSessions = new Map(bySession.map((row) => [row.page, row]))
  return new Map(read.articles.map(({ path }) => [path, { ...ofSessions.get(path), ...ofEvents.get(path) }]))
}

async function readBySession(read: ReportSources, scope: ReportScope) {
  const sessions = await sessionsInScope(read, scope)
  const among = sessions.params.bind(
    read.articles.map(({ path }) => path),
    'Array(String)',
  )
  const reaches = goalConditions(await read.goals(), sessions.params)
  const goalsWhere = (condition: string) =>
    hasGoal(new Map([...reaches].map(([list, isGoal]) => [list, `(${condition} AND ${isGoal})`])))
  const isGoal = reaches.get('conversions') ?? '0'
  const outcomes = (which: string) => {
    const done = (type: string) => over('conversions', 'arrayCount', `${which} AND event_type = '${type}'`)
    const worth = over('conversions', 'arraySum', `if(${which} AND ${isGoal}, value, 0)`)
    return `(${done('newsletter_signup')}, ${done('affiliate_click')}, ${worth})`
  }
  const seen = sessions.began({
    columns: [
      'toString(seen) AS page',
      'indexOf(readings.page, seen) AS nth',
      'readings.active_ms[nth] AS ms',
      'readings.depth[nth] AS depth',
      'exit = seen AS is_exit',
      `${goalsWhere('page = seen')} AS has_goal`,
      `${goalsWhere('at >= opened')} AS leads_on`,
      `${outcomes('at >= opened')} AS done`,
      `${outcomes('at >= opened AND page != seen')} AS done_elsewhere`,
    ],
    join: 'pages.page AS seen, pages.at AS opened',
    where: [`seen IN ${among}`],
  })
  const sums = (of: string) => `(sum(${of}.1), sum(${of}.2), toFloat64(sum(${of}.3)))`
  return read.queryRows({
    name: 'reading of articles',
    sql: `SELECT page, count() AS sessions, sum(ms) AS active_ms, quantileExactInclusive(0.5)(ms) AS median_active_ms,
        [${GOAL_DEPTHS.map((depth) => `countIf(depth >= ${depth})`).join(', ')}] AS reached, countIf(is_exit) AS exits,
        countIf(depth >= 100 AND ms >= ${READING_MS} AND is_exit AND NOT leads_on) AS dead_ends, countIf(has_goal) AS goal_sessions,
        ${sums('done')} AS after, ${sums('done_elsewhere')} AS elsewhere
      FROM (${seen}) GROUP BY page`,
    params: sessions.params.values,
    row: OfSessions,
  })
}

async function countEvents(read: ReportSources, scope: ReportScope) {
  const sessions = await sessionsInScope(read, scope)
  const among = sessions.params.bind(
    read.articles.map(({ path }) => path),
    'Array(String)',
  )
  const isGoal = goalConditions(await read.goals(), sessions.params).get('conversions') ?? '0'
  const of = (list: 'views' | 'conversions', ...columns: readonly string[]) =>
    sessions.events(list, { columns: ['toString(page) AS path', ...columns], where: [`page IN ${among}`] })
  return read.queryRows({
    name: 'events on articles',
    sql: `SELECT path AS page, countIf(type = '') AS views, countIf(type = 'newsletter_signup') AS subscriptions,
        countIf(type = 'affiliate_click') AS affiliate_clicks, toFloat64(sum(worth)) AS pounds
      FROM (
        ${of('views', "'' AS type", 'toDecimal64(0, 4) AS worth')}
        UNION ALL ${of('conversions', 'toString(event_type) AS type', `if(${isGoal}, value, 0) AS worth`)}
      ) GROUP BY path`,
    params: sessions.params.values,
    row: OfEvents,
  })
}
