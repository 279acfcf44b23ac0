import type { ExperimentGoal } from '@half-measure/shared/stats/experiments-plan.ts'
import type { Goals } from '@half-measure/shared/stats/goals.ts'
import { goalConditions, type GoalList } from '../engine/goal-conditions.ts'
import type { Params } from '../engine/params.ts'

/** Raw rows without bots, in the columns that goal conditions use. */
const ROWS: Readonly<Record<GoalList, string>> = {
  views: 'SELECT session_id, created_at, page_path AS page FROM analytics.page_views WHERE is_bot = 0',
  clicks: 'SELECT session_id, created_at, element_id FROM analytics.click_events WHERE is_bot = 0',
  conversions: `SELECT session_id, created_at, event_type, product_name AS product, value, currency,
      JSONExtractString(conversion_data, 'source') AS conversion_source
    FROM analytics.conversion_events WHERE is_bot = 0`,
  readings: `SELECT session_id, created_at, page_path AS page, scroll_depth AS depth
    FROM analytics.engagement_events WHERE is_bot = 0`,
}

/** A SELECT of the events that reach a test's goal: `session_id`, `created_at` and `pounds`. */
export function reachedGoals(goal: ExperimentGoal, goals: Goals, params: Params): string {
  if (goal === 'any_goal') {
    const any = [...goalConditions(goals, params)].map(([list, isGoal]) => rowsOf(list, isGoal, '0'))
    return any.length === 0 ? rowsOf('conversions', '0', '0') : any.join(' UNION ALL ')
  }
  if (goal === 'value') {
    const isGoal = goalConditions(goals, params).get('conversions') ?? '0'
    return rowsOf('conversions', `currency = 'GBP' AND value > 0 AND ${isGoal}`, 'toFloat64(value)')
  }
  return rowsOf('conversions', `event_type = ${params.bind(goal, 'String')}`, '0')
}

function rowsOf(list: GoalList, isGoal: string, pounds: string): string {
  return `SELECT session_id, created_at, toFloat64(${pounds}) AS pounds FROM (${ROWS[list]}) WHERE ${isGoal}`
}
