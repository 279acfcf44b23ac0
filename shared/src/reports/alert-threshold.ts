import { type AlertDraft, alertMetricDefinition, isChangeComparison } from './alert-rule.ts'

export type Threshold = Pick<AlertDraft, 'metric' | 'comparison' | 'threshold'>

/** Hysteresis: how far past its threshold a value has to return before the alert ends, as a share of it. */
const MARGIN = 0.1

/** Where a raised alert ends: at this value or past it. Of a change, its size in percent. */
export function endOf({ metric, comparison, threshold }: Threshold): number {
  const isCount = alertMetricDefinition(metric).unit === 'count' && !isChangeComparison(comparison)
  const margin = isCount ? marginOfCount(threshold) : threshold * MARGIN
  return comparison === 'below' ? threshold + margin : threshold - margin
}

/** At least the standard deviation by which a count varies by chance. An alert on a count below 1 ends at 1. */
function marginOfCount(threshold: number): number {
  return threshold < 2 ? 0 : Math.max(Math.floor(threshold * MARGIN), Math.round(Math.sqrt(threshold)))
}

/** Whether a value is beyond the threshold; of a raised alert, whether it has not returned to where the alert ends. */
export function isBeyond(rule: Threshold, value: number, wasRaised: boolean): boolean {
  const limit = wasRaised ? endOf(rule) : rule.threshold
  switch (rule.comparison) {
    case 'above':
    case 'up':
      return value > limit
    case 'below':
      return value < limit
    case 'down':
      return value < -limit
  }
}
