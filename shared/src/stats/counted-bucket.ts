import { DAY_MS } from '../durations.ts'
import type { StatsResult } from './engine/stats-result.ts'

/** A bucket cut by the range is counted in part, the running one so far, one before counting began not at all. */
export type Counted = 'in full' | 'in part' | 'so far' | 'not yet' | 'not counted'

/** Without provenance, only if every bucket has begun. */
export type CountedResult = Pick<StatsResult, 'incomplete_from' | 'counted_since'> &
  Partial<Pick<StatsResult, 'provenance'>>

/**
 * How much of a bucket has been counted within a range: what charts and files say of it.
 *
 * @param bucket milliseconds since 1970, `start <= t < end`.
 */
export function countedOf(
  { start, end }: { readonly start: number; readonly end: number },
  { from, to }: { readonly from: string; readonly to: string },
  { incomplete_from, counted_since, provenance }: CountedResult,
): Counted {
  // NaN compares with nothing.
  const [running, since] = [Date.parse(incomplete_from ?? ''), Date.parse(counted_since ?? '')]
  const hasBegun =
    incomplete_from === null ? !(start >= Date.parse(provenance?.as_of ?? '')) : start <= running
  if (!hasBegun) return 'not yet'
  if (end <= since) return 'not counted'
  // A first day without a reader was counted all the same.
  if (start < Date.parse(from) || start <= since - DAY_MS) return 'in part'
  if (start === running) return 'so far'
  return end > Date.parse(to) ? 'in part' : 'in full'
}
