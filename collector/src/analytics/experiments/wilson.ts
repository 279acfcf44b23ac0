/** Two ends of an interval. */
export type Interval = [low: number, high: number]

/** z of a 95 % interval at a single analysis. */
export const SINGLE_ANALYSIS_Z = 1.959963984540054

/**
 * Wilson's score interval for a share, 95 %: for the bar of one arm, read once. It is not a verdict, because it does
 * not hold under daily analyses (Brown, Cai and DasGupta, Statistical Science 16, 2001). Null without sessions.
 */
export function wilson(converted: number, n: number): Interval | null {
  if (n === 0) return null
  const z = SINGLE_ANALYSIS_Z
  const p = converted / n
  const scale = 1 + (z * z) / n
  const centre = (p + (z * z) / (2 * n)) / scale
  const half = (z / scale) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))
  // At the ends, rounding would leave the share slightly outside.
  return [converted === 0 ? 0 : centre - half, converted === n ? 1 : centre + half]
}
