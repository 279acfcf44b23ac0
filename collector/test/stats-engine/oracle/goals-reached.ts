import type { Goals } from '@half-measure/shared/stats/goals.ts'
import type { Conversion } from '../random-events.ts'
import type { Moment } from './dimension-values.ts'
import type { Session } from './sessions.ts'

/** An event of a session that reaches at least one goal. */
export interface GoalReached extends Moment {
  /** Where it is one. */
  readonly conversion?: Conversion
}

/** Every goal that a session reached: each event once, each page that was read far enough once, at its first report. */
export function goalsReached({ events }: Session, goals: Goals): GoalReached[] {
  const depths = new Map<string, { at: number; depth: number }>()
  const reached: GoalReached[] = []
  for (const event of events) {
    if (
      event.kind === 'views' &&
      goals.custom.some((goal) => goal.kind === 'page' && isOn(goal.path, event.path))
    )
      reached.push({ at: event.at, path: event.path })
    if (
      event.kind === 'clicks' &&
      goals.custom.some((goal) => goal.kind === 'click' && goal.element_id === event.elementId)
    )
      reached.push({ at: event.at, path: event.path })
    if (event.kind === 'conversions' && isConversionGoal(event, goals))
      reached.push({ at: event.at, path: event.path, conversion: event })
    if (event.kind === 'engagement') {
      const { at, depth } = depths.get(event.path) ?? { at: event.at, depth: 0 }
      depths.set(event.path, { at, depth: Math.max(depth, event.depth) })
    }
  }
  for (const [path, { at, depth }] of depths)
    if (goals.custom.some((goal) => goal.kind === 'scroll' && isOn(goal.path, path) && depth >= goal.depth))
      reached.push({ at, path })
  return reached
}

function isConversionGoal(
  { type, product, conversionSource }: Conversion,
  { event_types, custom }: Goals,
): boolean {
  return (
    event_types.some((goal) => goal === type) ||
    custom.some((goal) => goal.kind === 'product' && goal.event_type === type && goal.product === product) ||
    custom.some(
      (goal) => goal.kind === 'source' && goal.event_type === type && goal.source === conversionSource,
    )
  )
}

function isOn(pages: string, path: string): boolean {
  return pages.endsWith('*') ? path.startsWith(pages.slice(0, -1)) : path === pages
}
