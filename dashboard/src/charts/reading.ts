/** Points that a page key moves by: a week of days. */
const PAGE_STEP = 7

/** Where a point stands, as a part of the plot's width. */
export function pointAt(index: number, count: number): number {
  return count < 2 ? 0.5 : index / (count - 1)
}

/** The point nearest to a part of the plot's width. */
export function nearestPoint(part: number, count: number): number {
  return Math.min(Math.max(Math.round(part * (count - 1)), 0), count - 1)
}

/**
 * The point that a key of a slider leads to; null for other keys.
 *
 * @param index the current one; without one, every key but Home begins with the last.
 */
export function pointAfterKey(key: string, index: number | null, count: number): number | null {
  const step = STEPS[key]
  if (step === undefined || count === 0) return null
  if (index === null) return key === 'Home' ? 0 : count - 1
  return Math.min(Math.max(index + step, 0), count - 1)
}

const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: PAGE_STEP,
  PageDown: -PAGE_STEP,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}
