import type { ConversionType } from '@half-measure/shared/domain/conversion-types.ts'
import { type CustomGoal, type Goals, pagesOf } from '@half-measure/shared/stats/goals.ts'
import { type EventList, over } from './dimension-values.ts'
import type { Params } from './params.ts'

/** Lists whose events can reach a goal. */
export type GoalList = Exclude<EventList, 'assignments' | 'vitals'>

/** By list, the condition that an event reaches a goal, in the columns of the list; lists without goals are absent. */
export type GoalConditions = ReadonlyMap<GoalList, string>

/** The goals as SQL over the lists of a session. */
export function goalConditions({ event_types, custom }: Goals, params: Params): GoalConditions {
  const conditions: Record<GoalList, string[]> = { views: [], clicks: [], conversions: [], readings: [] }
  if (event_types.length > 0)
    conditions.conversions.push(`event_type IN ${params.bind(event_types, 'Array(String)')}`)
  for (const goal of custom) conditions[LIST_OF[goal.kind]].push(conditionOf(goal, params))
  return new Map(
    Object.entries(conditions).flatMap(([list, any]) =>
      any.length > 0 ? [[list as GoalList, `(${any.join(' OR ')})`]] : [],
    ),
  )
}

const LIST_OF = {
  page: 'views',
  click: 'clicks',
  product: 'conversions',
  source: 'conversions',
  scroll: 'readings',
} as const satisfies Record<CustomGoal['kind'], GoalList>

function conditionOf(goal: CustomGoal, params: Params): string {
  const isConversion = (type: ConversionType, column: string, value: string) =>
    `(event_type = ${params.bind(type, 'String')} AND ${column} = ${params.bind(value, 'String')})`
  switch (goal.kind) {
    case 'page':
      return isOnPage(pagesOf(goal.path), params)
    case 'click':
      return `element_id = ${params.bind(goal.element_id, 'String')}`
    case 'product':
      return isConversion(goal.event_type, 'product', goal.product)
    case 'source':
      return isConversion(goal.event_type, 'conversion_source', goal.source)
    case 'scroll':
      return `(${isOnPage(pagesOf(goal.path), params)} AND depth >= ${goal.depth})`
  }
}

/** The condition that an event is on a page, or on any page with a prefix. */
export function isOnPage({ path, isPrefix }: ReturnType<typeof pagesOf>, params: Params): string {
  const bound = params.bind(path, 'String')
  return isPrefix ? `startsWith(page, ${bound})` : `page = ${bound}`
}

/** The condition that a session has a goal. */
export function hasGoal(conditions: GoalConditions): string {
  const any = [...conditions].map(([list, condition]) => over(list, 'arrayExists', condition))
  return any.length === 0 ? '0' : `(${any.join(' OR ')})`
}

/** SQL for the number of goals that a session reached. */
export function goalCount(conditions: GoalConditions): string {
  const counts = [...conditions].map(([list, condition]) => over(list, 'arrayCount', condition))
  return counts.length === 0 ? '0' : counts.join(' + ')
}
