import { bisect, boundaryConstant } from './interim-analysis.ts'

/**
 * Replaces the 0.84 of a single analysis at 80 % power, because each earlier analysis is a further chance. In
 * simulations with horizons of 1.5 to 52 times the first analysis, it is 0.50 to 0.67.
 */
const POWER = 0.55

/** More than any test can wait for. */
const MAX_SESSIONS = 1e12

export interface SampleSize {
  /** Shares of all the test's sessions. */
  readonly controlWeight: number
  readonly variantWeight: number
  /** Variance of one session, in the control and in a variant with this difference. */
  readonly controlVariance: number
  readonly variantVariance: number
  /** The difference to detect, absolute, above 0. */
  readonly difference: number
  /** Sessions of the whole test at the first analysis. */
  readonly firstAnalysis: number
  readonly alpha: number
}

/**
 * Sessions of the whole test after which such a difference is found with 80 % probability, by analyses with the
 * always-valid interval: the solution of δ/√(g/N) = √(a² + ln(max(1, N/N1))) + 0.55. Null where there is none.
 */
export function neededSample(query: SampleSize): number | null {
  const { controlWeight, variantWeight, controlVariance, variantVariance, difference } = query
  const spread = controlVariance / controlWeight + variantVariance / variantWeight
  if (!(difference > 0 && spread > 0 && query.firstAnalysis > 0)) return null
  const constant = boundaryConstant(query.alpha)
  const isTooFew = (n: number) =>
    difference / Math.sqrt(spread / n) <
    Math.sqrt(constant + Math.log(Math.max(1, n / query.firstAnalysis))) + POWER
  return isTooFew(MAX_SESSIONS) ? null : bisect(isTooFew, MAX_SESSIONS)
}

/** Variances for sessions that convert or not, at a rate and after a relative lift of it. */
export function conversionVariances(baseline: number, lift: number) {
  const raised = Math.min(1, baseline * (1 + lift))
  return {
    controlVariance: baseline * (1 - baseline),
    variantVariance: raised * (1 - raised),
    difference: raised - baseline,
  }
}
