import type { ExperimentGoal } from '@half-measure/shared/stats/experiments-plan.ts'
import { formatPounds, formatRate } from '@half-measure/shared/format-figures.ts'

type Pair = readonly [number, number]

const withSign = (options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('en-GB', { signDisplay: 'exceptZero', ...options })
const signed = withSign({ minimumFractionDigits: 1, maximumFractionDigits: 1 })
const signedPence = withSign({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
const signedPounds = withSign({ style: 'currency', currency: 'GBP' })

/** `4.25%` of sessions, or `£0.31` per session. @param rate 0 to 1, or pounds. */
export function rateText(goal: ExperimentGoal, rate: number): string {
  return goal === 'value' ? formatPounds(rate) : formatRate(rate * 100)
}

/** `3.9% to 4.6%` */
export function rateRange(goal: ExperimentGoal, [low, high]: Pair): string {
  return `${rateText(goal, low)} to ${rateText(goal, high)}`
}

/** `+0.4 points`, `+£0.05`. @param difference in the unit of the rate. */
export function differenceText(goal: ExperimentGoal, difference: number): string {
  return goal === 'value' ? signedPounds.format(difference) : `${signed.format(difference * 100)} points`
}

/** `+0.4` or `+0.05`, without its unit. */
export function bareDifference(goal: ExperimentGoal, difference: number): string {
  return goal === 'value' ? signedPence.format(difference) : signed.format(difference * 100)
}

/** A difference in a file: in percentage points, or pounds. */
export function savedDifference(goal: ExperimentGoal, difference: number): number {
  return goal === 'value' ? difference : difference * 100
}

export function differenceUnit(goal: ExperimentGoal): string {
  return goal === 'value' ? 'pounds per session' : 'percentage points'
}

/** `−0.2 to +1.0 points` */
export function differenceRange(goal: ExperimentGoal, [low, high]: Pair): string {
  const first = goal === 'value' ? signedPounds.format(low) : signed.format(low * 100)
  return `${first} to ${differenceText(goal, high)}`
}

/** `−5% to +53%`. @param range relative, 0.1 for a tenth more. */
export function liftRange([low, high]: Pair): string {
  const words = (lift: number) => `${signed.format(lift * 100)}%`
  return `${words(low)} to ${words(high)}`
}
