import type { Interval } from './wilson.ts'

interface Estimate {
  readonly mean: number
  /** Square of the mean's standard error. */
  readonly variance: number
}

/**
 * Fieller's interval for the relative lift `variant / control - 1`, with a multiplier of standard errors. It leaves
 * out 0 exactly where the interval of the difference does, so that the two never contradict each other. Null where
 * the control is not clear of zero: then no finite interval is right.
 *
 * @param multiplier 1.96 for one analysis at 95 %, or what a sequence of analyses requires.
 */
export function liftInterval(control: Estimate, variant: Estimate, multiplier: number): Interval | null {
  const square = multiplier * multiplier
  const clear = control.mean ** 2 - square * control.variance
  if (clear <= 0) return null
  const product = control.mean * variant.mean
  const root = Math.sqrt(Math.max(0, product ** 2 - clear * (variant.mean ** 2 - square * variant.variance)))
  return [Math.max(-1, (product - root) / clear - 1), (product + root) / clear - 1]
}
