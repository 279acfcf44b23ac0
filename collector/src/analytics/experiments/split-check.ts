import { upperGamma } from './incomplete-gamma.ts'

/** Below this many sessions in all, or five expected in an arm, chi-square says nothing; nor does a share of sessions. */
export const MIN_SESSIONS = 100
const MIN_EXPECTED = 5
/** As in GrowthBook and Statsig: checked daily for a month, it raises a false alarm in fewer than 1 of 100 tests. */
const MISMATCH_BELOW = 0.001

export interface SampleRatioCheck {
  readonly status: 'ok' | 'mismatch' | 'too_little'
  /** Null with too few sessions. */
  readonly chiSquare: number | null
  readonly p: number | null
  readonly expected: readonly number[]
}

/**
 * Whether sessions were split as planned (sample-ratio mismatch): Pearson's chi-square with one degree of freedom less
 * than there are variants.
 *
 * @param weights in any scale, constant over the time that is counted.
 */
export function checkSampleRatio(counts: readonly number[], weights: readonly number[]): SampleRatioCheck {
  const sessions = sum(counts)
  const scale = sessions / sum(weights)
  const expected = weights.map((weight) => weight * scale)
  if (sessions < MIN_SESSIONS || expected.some((count) => count < MIN_EXPECTED))
    return { status: 'too_little', chiSquare: null, p: null, expected }
  const chiSquare = sum(expected.map((count, i) => ((counts[i] ?? 0) - count) ** 2 / count))
  const p = upperGamma((weights.length - 1) / 2, chiSquare / 2)
  return { status: p < MISMATCH_BELOW ? 'mismatch' : 'ok', chiSquare, p, expected }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
