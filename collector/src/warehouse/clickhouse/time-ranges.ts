import { MINUTE_MS } from '@half-measure/shared/durations.ts'
import { z } from 'zod'

/** `from <= t < to`, milliseconds since 1970. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

/** Where a time step begins, in milliseconds since 1970, and its number of rows. */
export const CountedStep = z.object({ at: z.coerce.number(), rows: z.coerce.number() })

/** A time range with its number of rows. */
export interface CountedRange extends TimeRange {
  readonly rows: number
}

/**
 * Joins time steps, minutes by default, into ranges of at most `maxRows` rows, unless a single step has more. Senders
 * choose when their events happened, so a whole day may be in one step: divide a range before holding it in memory.
 *
 * @param steps in order.
 */
export function timeRangesOf(
  steps: readonly z.output<typeof CountedStep>[],
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
