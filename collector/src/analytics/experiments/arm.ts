/** One variant's sessions so far: the figures that an interval needs. */
export interface Arm {
  /** Exposed sessions. */
  readonly n: number
  /** Mean per session: the share that converted, or pounds. */
  readonly mean: number
  /** Of one session; above 0 wherever `n` is. */
  readonly variance: number
}

/**
 * Sessions that convert or do not. If none or all did, half a session is added to each side for the variance: a
 * variant that stops every conversion must not look certain.
 *
 * @throws if the counts are impossible, which is a bug.
 */
export function conversionArm(n: number, converted: number): Arm {
  if (!(converted >= 0 && converted <= n))
    throw new RangeError(`${converted} of ${n} sessions cannot convert`)
  if (n === 0) return { n, mean: 0, variance: 0 }
  const mean = converted / n
  const p = converted === 0 || converted === n ? (converted + 0.5) / (n + 1) : mean
  return { n, mean, variance: p * (1 - p) }
}

/** @param sum of the sessions' values. @param squares of the same values, squared. */
export function valueArm(n: number, sum: number, squares: number): Arm {
  if (n < 2) return { n, mean: n === 0 ? 0 : sum, variance: 0 }
  // Rounding may make it slightly negative.
  return { n, mean: sum / n, variance: Math.max(0, (squares - (sum * sum) / n) / (n - 1)) }
}

/**
 * Gives arms whose sessions are all worth the same (mostly nothing) the mean variance of all arms: a zero-width
 * interval would claim certainty.
 */
export function withVariance(arms: readonly Arm[]): Arm[] {
  const sessions = arms.reduce((sum, { n }) => sum + n, 0)
  const pooled = arms.reduce((sum, { n, variance }) => sum + n * variance, 0) / Math.max(1, sessions)
  return arms.map((arm) => (arm.variance > 0 ? arm : { ...arm, variance: pooled }))
}
