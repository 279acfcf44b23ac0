import type { Day } from './day.ts'

/** What is chosen in the calendar so far. Only a complete draft becomes the range. */
export interface DraftRange {
  from: Day | null
  to: Day | null
}

/** A day was picked: it starts a new range, or completes the one begun, whichever way round. */
export function pickDay({ from, to }: DraftRange, day: Day): DraftRange {
  if (from === null || to !== null) return { from: day, to: null }
  return day < from ? { from: day, to: from } : { from, to: day }
}
