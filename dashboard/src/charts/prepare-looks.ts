import type { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { differenceRange, differenceWords } from '../format/measured.ts'
import { formatShortDay } from '../format/time.ts'

export interface LookPoint {
  /** `2026-11-20`, in the magazine's zone. */
  day: string
  label: string
  /** Variant minus control, in the unit of the rate. */
  difference: number
  /** Low and high end of what the difference may be. */
  interval: [number, number]
  differenceWords: string
  rangeWords: string
}

/** What was known of a variant at the end of each day; days before the first look have nothing. */
export function prepareLooks(
  { goal, looks }: Pick<ExperimentResult, 'goal' | 'looks'>,
  variant: string,
): LookPoint[] {
  return looks.flatMap(({ day, arms }) => {
    const comparison = arms.find((arm) => arm.variant === variant)?.comparison
    if (!comparison) return []
    const { difference, interval } = comparison
    return [
      {
        day,
        // Noon lies on the day in every summer.
        label: formatShortDay(new Date(`${day}T12:00:00Z`)),
        difference,
        interval,
        differenceWords: differenceWords(goal, difference),
        rangeWords: differenceRange(goal, interval),
      },
    ]
  })
}
