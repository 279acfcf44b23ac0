import { publication } from '@half-measure/shared/publication.ts'
import type { Period } from './period.ts'
import { addDays, dayAt, startOfDay, type Day } from './day.ts'

/** Either the last seven days up to now, which moves on with the clock, or whole days, both ends included. */
export type DateRange = { kind: 'last-7-days' } | { kind: 'days'; from: Day; to: Day }

export const defaultRange: DateRange = { kind: 'last-7-days' }

const DEFAULT_DAYS = 7
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** The first and the last day a range touches. */
export function daysOf(range: DateRange, now: Date): { from: Day; to: Day } {
  if (range.kind === 'days') return { from: range.from, to: range.to }
  const { timeZone } = publication
  return { from: dayAt(new Date(now.getTime() - DEFAULT_DAYS * DAY_MS), timeZone), to: dayAt(now, timeZone) }
}

/** `today` is the day it is in the publication's zone. */
export function periodOf(range: DateRange, today: Day): Period {
  const { timeZone } = publication
  if (range.kind === 'last-7-days') {
    return { key: 'last-7-days', endsNow: true, bots: 'exclude', timeZone, bounds: lastSevenDays }
  }
  const from = startOfDay(range.from, timeZone).toISOString()
  const to = startOfDay(addDays(range.to, 1), timeZone).toISOString()
  return {
    key: `${range.from}..${range.to}`,
    endsNow: range.to >= today,
    bots: 'exclude',
    timeZone,
    bounds: () => ({ from, to }),
  }
}

/** Up to the end of the running minute, so that a clock a little ahead of this one loses nothing. */
function lastSevenDays(now: Date): { from: string; to: string } {
  const to = Math.ceil((now.getTime() + 1) / MINUTE_MS) * MINUTE_MS
  return { from: new Date(to - DEFAULT_DAYS * DAY_MS).toISOString(), to: new Date(to).toISOString() }
}
