import { BUCKETS, type Bucket } from '@half-measure/shared/stats/engine/stats-query.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { startInFile } from '@half-measure/shared/stats/times-in-file.ts'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { addDays, dayAt, type Day, startOfDay } from '../time/day.ts'
import { countDays, type Days } from '../time/period.ts'

/** Maximum points in a chart. */
const MAX_BUCKETS = 400
const DAYS_OF: Record<Bucket, number> = { hour: 1 / 24, day: 1, week: 7, month: 30 }

/** The most informative bucket for this many days. */
function usualInterval(days: Days): Bucket {
  const count = countDays(days)
  if (count <= 2) return 'hour'
  if (count <= 92) return 'day'
  return count <= 400 ? 'week' : 'month'
}

/** Buckets that give more than one point, and no more than a chart has room for. */
export function possibleIntervals(days: Days): Bucket[] {
  const count = countDays(days)
  const possible = BUCKETS.filter((bucket) => {
    const buckets = count / DAYS_OF[bucket]
    return buckets > 1 && buckets <= MAX_BUCKETS
  })
  return possible.length > 0 ? possible : ['month']
}

/** The requested interval if it can be drawn, otherwise the usual one. */
export function intervalFor(requested: Bucket | null, days: Days): Bucket {
  return requested !== null && possibleIntervals(days).includes(requested) ? requested : usualInterval(days)
}

/** The shown days that a bucket covers; null for an hour, which covers no whole day. */
export function daysOfBucket(first: Day, interval: Bucket, { from, to }: Days): Days | null {
  if (interval === 'hour') return null
  const last = lastDayOf(first, interval)
  return { from: first < from ? from : first, to: last > to ? to : last }
}

/** When a bucket ends, in the publication's zone. */
export function endOfBucket(start: Date, interval: Bucket): Date {
  if (interval === 'hour') return new Date(start.getTime() + HOUR_MS)
  const { timeZone } = publication
  return startOfDay(addDays(lastDayOf(dayAt(start, timeZone), interval), 1), timeZone)
}

function lastDayOf(first: Day, interval: Exclude<Bucket, 'hour'>): Day {
  if (interval === 'month') return endOfMonth(first)
  return interval === 'week' ? addDays(first, 6) : first
}

function endOfMonth(day: Day): Day {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) as Day
}

/** A bucket's name in a file, in the publication's zone: `2026-06-02`, for an hour `2026-06-02T10:00+01:00`. */
export function bucketInFile(start: Date, interval: Bucket): string {
  return startInFile(start, interval, publication.timeZone)
}
