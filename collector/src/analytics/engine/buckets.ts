import { DAY_MS, HOUR_MS } from '@half-measure/shared/durations.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Bucket } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'

/** Maximum points in a series: three years of days, six weeks of hours. */
export const MAX_BUCKETS = 1_100

/**
 * The instants (milliseconds since 1970) at which the buckets of a range begin in a zone, the first one at or
 * before `from`. Days follow the calendar: around a change of clocks they have 23 or 25 hours. Weeks begin on Monday.
 */
export function bucketStarts(from: number, to: number, interval: Bucket, timeZone: string): number[] {
  const starts: number[] = []
  let at = startOf(Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone), interval)
  while (at.epochMilliseconds < to && starts.length < MAX_BUCKETS) {
    starts.push(at.epochMilliseconds)
    at = nextStart(at, interval)
  }
  return starts
}

/** The end of the bucket that begins at `start`, milliseconds since 1970. */
export function bucketEnd(start: number, interval: Bucket, timeZone: string): number {
  return nextStart(Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone), interval)
    .epochMilliseconds
}

/** Minimum length of a bucket, unless clocks change in it. */
const BUCKET_MS: Record<Bucket, number> = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 28 * DAY_MS,
}

/** @throws {ApiError} 400 if a range may have more buckets than a result holds: a cut series would look whole. */
export function refuseLongSeries({ from, to }: Pick<StatsRange, 'from' | 'to'>, interval: Bucket): void {
  // Two extra buckets if both ends lie within a bucket, and one if clocks change by half an hour.
  const most = (Date.parse(to) - Date.parse(from)) / BUCKET_MS[interval] + 3
  if (most <= MAX_BUCKETS) return
  throw new ApiError(
    400,
    'invalid_query',
    `A series has at most ${MAX_BUCKETS} points: choose a shorter range or longer intervals.`,
  )
}

function startOf(time: Temporal.ZonedDateTime, interval: Bucket): Temporal.ZonedDateTime {
  switch (interval) {
    case 'hour':
      return startOfHour(time)
    case 'day':
      return time.startOfDay()
    case 'week':
      return time.subtract({ days: time.dayOfWeek - 1 }).startOfDay()
    case 'month':
      return time.with({ day: 1 }).startOfDay()
  }
}

/** Where clocks change at a quarter to the hour, an hour's start may be skipped, or lie more than an hour back. */
function startOfHour(time: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const named = time.round({ smallestUnit: 'hour', roundingMode: 'floor' })
  const hours = Math.floor((time.epochMilliseconds - named.epochMilliseconds) / BUCKET_MS.hour)
  return named.add({ hours })
}

function nextStart(start: Temporal.ZonedDateTime, interval: Bucket): Temporal.ZonedDateTime {
  switch (interval) {
    case 'hour':
      // Where clocks change by half an hour, the rest of the hour is a separate bucket.
      return start.add({ minutes: 60 - start.minute })
    case 'day':
      return start.add({ days: 1 }).startOfDay()
    case 'week':
      return start.add({ weeks: 1 }).startOfDay()
    case 'month':
      return start.add({ months: 1 }).startOfDay()
  }
}
