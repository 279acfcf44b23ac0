/** Points stand at the plot's ends, bars have room of their own. */
export type Placing = 'points' | 'bars'

/** What a page key moves by: a week of days. */
const LEAP = 7

/** Where a bucket stands, as a part of the plot's width. */
export function placeOf(index: number, count: number, placing: Placing): number {
  if (placing === 'bars') return (index + 0.5) / count
  return count < 2 ? 0.5 : index / (count - 1)
}

/** The bucket nearest to a part of the plot's width; what lies outside belongs to the outermost ones. */
export function bucketAt(part: number, count: number, placing: Placing): number {
  const index = placing === 'bars' ? Math.floor(part * count) : Math.round(part * (count - 1))
  return Math.min(Math.max(index, 0), count - 1)
}

/**
 * The bucket that a key leads to, as keys lead along a slider; null for keys that lead nowhere.
 *
 * @param index the one that is being read; where none is, any of these keys begins with the last.
 */
export function bucketAfterKey(key: string, index: number | null, count: number): number | null {
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
  PageUp: LEAP,
  PageDown: -LEAP,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}
