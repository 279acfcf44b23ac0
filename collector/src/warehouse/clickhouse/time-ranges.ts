import { MINUTE_MS } from '../../platform/durations.ts'
import type { TimeRange } from '../../platform/time-range.ts'

/**
 * Joins minutes to ranges of a maximum number of rows, unless one minute alone has more.
 *
 * @param minutes in order, `at` in milliseconds since 1970.
 */
export function timeRangesOf(
  minutes: readonly { readonly at: number; readonly rows: number }[],
  maxRows: number,
): TimeRange[] {
  const found: { from: number; to: number; rows: number }[] = []
  for (const { at, rows } of minutes) {
    const last = found.at(-1)
    if (last && last.rows + rows <= maxRows) {
      last.to = at + MINUTE_MS
      last.rows += rows
    } else {
      found.push({ from: at, to: at + MINUTE_MS, rows })
    }
  }
  return found
}
