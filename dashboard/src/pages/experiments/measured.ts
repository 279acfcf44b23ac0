import type { ExperimentGoal } from '@half-measure/shared/stats/experiments-plan.ts'
import { formatPounds, formatRate } from '@half-measure/shared/format-figures.ts'

type Pair = readonly [number, number]

const MOST_DECIMALS = 4

/** `4.25%` of sessions, or `£0.31` per session. @param rate 0 to 1, or pounds. */
export function rateText(goal: ExperimentGoal, rate: number): string {
  return goal === 'value' ? formatPounds(rate) : formatRate(rate * 100)
}

/** `3.9% to 4.6%` */
export function rateRange(goal: ExperimentGoal, [low, high]: Pair): string {
  return `${rateText(goal, low)} to ${rateText(goal, high)}`
}

/** `+0.4 points`, `+£0.05`; of two, `−0.2 to +1.0 points`. @param differences in the unit of the rate. */
export function differenceText(goal: ExperimentGoal, ...differences: readonly number[]): string {
  const texts = signed(
    differences.map((difference) => savedDifference(goal, difference)),
    goal === 'value' ? { least: 2, currency: '£' } : { least: 1 },
  )
  return texts.join(' to ') + (goal === 'value' ? '' : ' points')
}

/** `−5.0% to +53.0%`. @param range relative, 0.1 for a tenth more. */
export function liftRange(range: Pair): string {
  const percents = range.map((lift) => lift * 100)
  return signed(percents, { least: 1 })
    .map((text) => `${text}%`)
    .join(' to ')
}

/** Numbers with their signs, and with decimals enough that only what rounds to 0 at the most is shown as 0. */
function signed(exact: readonly number[], { least, currency = '' }: { least: number; currency?: string }) {
  const values = exact.map((value) => Number(value.toFixed(MOST_DECIMALS)))
  const needed = values.map((value) => (value === 0 ? least : Math.ceil(-Math.log10(Math.abs(value)))))
  const decimals = Math.min(Math.max(least, ...needed), MOST_DECIMALS)
  const sign = (value: number) => (value > 0 ? '+' : value < 0 ? '−' : '')
  return values.map((value) => `${sign(value)}${currency}${Math.abs(value).toFixed(decimals)}`)
}

const onAxis = (least: number) =>
  new Intl.NumberFormat('en-GB', {
    signDisplay: 'exceptZero',
    minimumFractionDigits: least,
    maximumFractionDigits: MOST_DECIMALS,
  })
const points = onAxis(1)
const pounds = onAxis(2)

/** `+0.4` or `+0.05`, without its unit: for an axis, whose figures are round. */
export function bareDifference(goal: ExperimentGoal, difference: number): string {
  return (goal === 'value' ? pounds : points).format(savedDifference(goal, difference)).replace('-', '−')
}

/** A difference in a file: in percentage points, or pounds. */
export function savedDifference(goal: ExperimentGoal, difference: number): number {
  return goal === 'value' ? difference : difference * 100
}

export function differenceUnit(goal: ExperimentGoal): string {
  return goal === 'value' ? 'pounds per session' : 'percentage points'
}
