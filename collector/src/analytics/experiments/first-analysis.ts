import type { ExperimentPlan } from '@half-measure/shared/stats/experiments-plan.ts'
import { type CountsSoFar, total } from './day-counts.ts'
import { checkSampleRatio } from './split-check.ts'

/** Conversions, and sessions without one, expected in the smallest arm if all arms were alike. */
const MIN_CONVERSIONS = 25
/** Amounts of money are skewed: they need more, and far more if one arm is much smaller than the other. */
const MIN_ORDERS = 100
const MIN_ORDERS_UNEVEN = 200
const UNEVEN = 0.7

/**
 * Converted sessions required before the first analysis, all arms together. If each arm had to reach its share, a
 * variant that stops conversions would never be condemned.
 */
export function conversionsNeeded(weights: readonly number[], isValue: boolean): number {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return Math.ceil(((isValue ? ordersNeeded(weights) : MIN_CONVERSIONS) * all) / Math.min(...weights) - 1e-9)
}

function ordersNeeded([control = 1, ...others]: readonly number[]): number {
  const uneven = others.some((weight) => Math.max(control, weight) / (control + weight) > UNEVEN)
  return uneven ? MIN_ORDERS_UNEVEN : MIN_ORDERS
}

/** What the first analysis depends on in a test's design. */
interface Requirements {
  readonly weights: readonly number[]
  readonly plan: Pick<ExperimentPlan, 'minDays'>
  readonly isValue: boolean
}

/** Requirements for verdicts that are not met at the end of a day. */
export function missingAt(
  { arms, wholeDays }: Omit<CountsSoFar, 'day'>,
  { weights, plan, isValue }: Requirements,
) {
  const { exposures, converters } = total(arms)
  const counts = weights.map((_, i) => arms[i]?.exposures ?? 0)
  return {
    days: wholeDays < plan.minDays,
    conversions: converters < conversionsNeeded(weights, isValue),
    /** Sessions without a conversion: where nearly all convert, the difference is among the others. */
    others: !isValue && exposures - converters < conversionsNeeded(weights, false),
    /** Sessions to check the split by. */
    sessions: checkSampleRatio(counts, weights).status === 'too_little',
  }
}

/** Whether verdicts may begin at the end of this day: nothing is missing. */
export function mayAnalyse(counts: CountsSoFar, required: Requirements): boolean {
  return !Object.values(missingAt(counts, required)).includes(true)
}
