import type { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { formatShortDay } from '../../format/time.ts'
import { differenceRange, differenceText } from './measured.ts'

/** What was known at the end of a day. */
export interface InterimPoint {
  /** `2026-11-20`, in the magazine's zone. */
  day: string
  label: string
  /** Variant minus control, in the unit of the rate. */
  difference: number
  interval: [number, number]
  differenceText: string
  rangeText: string
}

/** One point per day from the first interim analysis on. */
export function interimAnalyses(
  { goal, analyses }: Pick<ExperimentResult, 'goal' | 'analyses'>,
  variant: string,
): InterimPoint[] {
  return analyses.flatMap(({ day, arms }) => {
    const comparison = arms.find((arm) => arm.variant === variant)?.comparison
    if (!comparison) return []
    const { difference, interval } = comparison
    return {
      day,
      // Noon lies on the day in summer and in winter.
      label: formatShortDay(new Date(`${day}T12:00:00Z`)),
      difference,
      interval,
      differenceText: differenceText(goal, difference),
      rangeText: differenceRange(goal, interval),
    }
  })
}
