import type { Arm } from './arm.ts'
import { liftInterval } from './fieller.ts'
import { upperGamma } from './incomplete-gamma.ts'
import type { Interval } from './wilson.ts'

/** One analysis of a variant against the control; differences are variant minus control. */
export interface InterimAnalysis {
  readonly difference: number
  /** Holds at every analysis at once, however many there are. */
  readonly interval: Interval
  /** Relative; null where the control is not clear of zero. */
  readonly lift: number | null
  readonly liftInterval: Interval | null
  /** p-value of this analysis; at or below alpha exactly where the interval leaves out 0. */
  readonly p: number
}

/** Exposed sessions of the two arms at the first analysis. */
export interface FirstCounts {
  readonly control: number
  readonly variant: number
}

/**
 * One analysis of a delayed-start confidence sequence (Robbins' boundary in its large-sample form: Bibaut, Kallus and
 * Lindon, arXiv 2212.14411; Waudby-Smith, Kennedy and Ramdas, arXiv 2311.03343). The chance that any analysis from the
 * first one on misses the true difference tends to at most `alpha`.
 *
 * With m = 1/(1/nA + 1/nB), m1 the same at the first analysis and L = ln(m/m1), the interval has
 * sqrt(a² + L) standard errors on each side.
 *
 * @returns null while an arm is empty.
 */
export function analyse(
  control: Arm,
  variant: Arm,
  first: FirstCounts,
  alpha: number,
): InterimAnalysis | null {
  if (control.n === 0 || variant.n === 0 || first.control === 0 || first.variant === 0) return null
  const a = { mean: control.mean, variance: control.variance / control.n }
  const b = { mean: variant.mean, variance: variant.variance / variant.n }
  const standardError = Math.sqrt(a.variance + b.variance)
  if (standardError === 0) return null
  const growth = Math.log(
    Math.max(1, effectiveSize(control.n, variant.n) / effectiveSize(first.control, first.variant)),
  )
  const multiplier = Math.sqrt(boundaryConstant(alpha) + growth)
  const difference = b.mean - a.mean
  const half = multiplier * standardError
  return {
    difference,
    interval: [difference - half, difference + half],
    lift: a.mean > 0 ? difference / a.mean : null,
    liftInterval: liftInterval(a, b, multiplier),
    p: pOf((difference / standardError) ** 2 - growth),
  }
}

function effectiveSize(control: number, variant: number): number {
  return 1 / (1 / control + 1 / variant)
}

function pOf(x: number): number {
  return x <= 0 ? 1 : upperGamma(1.5, x / 2)
}

const constants = new Map<number, number>()

/** a²: the solution of 2(1-Φ(a)) + 2aφ(a) = alpha, which is the 1-alpha quantile of chi-square with 3 degrees. */
export function boundaryConstant(alpha: number): number {
  let constant = constants.get(alpha)
  if (constant === undefined) {
    constant = bisect((square) => pOf(square) > alpha, 2_000)
    constants.set(alpha, constant)
  }
  return constant
}

/** Where `isBelow` changes from true to false, between 0 and `high`. */
export function bisect(isBelow: (x: number) => boolean, high: number): number {
  let [from, to] = [0, high]
  for (let step = 0; step < 200 && to - from > 1e-15 * to; step++) {
    const middle = (from + to) / 2
    if (isBelow(middle)) from = middle
    else to = middle
  }
  return (from + to) / 2
}
