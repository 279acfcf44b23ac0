/** Sessions that a rate or mean needs: with fewer, it is chance. */
export const MIN_RATE_SESSIONS = 100

type Value = number | null | undefined

/** In 95 of 100 samples, a share is within so many standard deviations. */
const DEVIATIONS = 1.96

/**
 * Whether two shares in percent, each of so many sessions, differ by no more than chance alone makes shares differ (z-test
 * of two proportions). False where a number is unknown.
 */
export function isWithinChance(shares: readonly [Value, Value], sessions: readonly [Value, Value]): boolean {
  const [share, before] = shares
  const [count, countBefore] = sessions
  if (share == null || before == null || !count || !countBefore) return false
  const pooled = (share * count + before * countBefore) / (count + countBefore)
  const variance = pooled * (100 - pooled) * (1 / count + 1 / countBefore)
  return Math.abs(share - before) <= DEVIATIONS * Math.sqrt(variance)
}
