import { MINUTE_MS } from '@half-measure/shared/durations.ts'
import type { TimeRange } from '../../platform/time-range.ts'

/** With the rows that were counted in it. */
export interface CountedRange extends TimeRange {
  readonly rows: number
}

/**
 * Joins steps of time, minutes by default, to ranges of a maximum number of rows, unless one step alone has more. Senders
 * choose when their events happened, so all of a day may be in one step: who holds a range in memory has to divide it.
 *
 * @param steps in order, `at` in milliseconds since 1970.
 */
export function timeRangesOf(
  steps: readonly { readonly at: number; readonly rows: number }[],
  maxRows: number,
  stepMs = MINUTE_MS,
): CountedRange[] {
  const found: { from: number; to: number; rows: number }[] = []
  for (const { at, rows } of steps) {
    const last = found.at(-1)
    if (last && last.rows + rows <= maxRows) {
      last.to = at + stepMs
      last.rows += rows
    } else {
      found.push({ from: at, to: at + stepMs, rows })
    }
  }
  return found
}
