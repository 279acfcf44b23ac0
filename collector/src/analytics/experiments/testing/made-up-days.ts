import { DEFAULT_GOALS } from '@half-measure/shared/stats/goals.ts'
import { type DayCounts, NO_COUNTS } from '../day-counts.ts'
import { judge } from '../judge.ts'
import { type NamedDesign, variantVerdict } from '../verdict.ts'

/** Half of all sessions see each of two variants, judged by affiliate clicks. */
export const DESIGN: NamedDesign = {
  names: ['default', 'compact'],
  weights: [0.5, 0.5],
  goal: 'affiliate_click',
  plan: {
    goal: 'affiliate_click',
    goals: DEFAULT_GOALS,
    alpha: 0.05,
    smallestLift: 0.2,
    minDays: 7,
    maxDays: 56,
  },
  isValue: false,
  isEnded: false,
}

/** Days in a row with the same traffic: `[exposures, converters]` a day, the control first. */
export function days(count: number, ...arms: readonly (readonly [number, number])[]): DayCounts[] {
  return Array.from({ length: count }, () => ({
    day: '',
    arms: arms.map(([exposures, converters]) => ({ ...NO_COUNTS, exposures, converters })),
  }))
}

/** The same from 1 September 2026 on. */
export function onDates(list: readonly DayCounts[]): DayCounts[] {
  return list.map(({ arms }, i) => ({
    day: new Date(Date.UTC(2026, 8, 1 + i)).toISOString().slice(0, 10),
    arms,
  }))
}

/** On the variant beside the control, at the end of these days. */
export function verdictOf(list: readonly DayCounts[], design = DESIGN) {
  return variantVerdict(judge(onDates(list), design), 1, design)
}
