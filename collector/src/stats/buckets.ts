export const INTERVALS = ['hour', 'day'] as const
export type Interval = (typeof INTERVALS)[number]

/** At most this many points in a series: three years of days, six weeks of hours. */
export const MAX_BUCKETS = 1_100

/**
 * The instants (milliseconds since 1970) at which the buckets of a range begin in a zone, the first one at or
 * before `from`. Days follow the calendar: around a change of clocks they have 23 or 25 hours.
 */
export function bucketStarts(from: number, to: number, interval: Interval, timeZone: string): number[] {
  const starts: number[] = []
  let at = startOf(Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone), interval)
  while (at.epochMilliseconds < to && starts.length < MAX_BUCKETS) {
    starts.push(at.epochMilliseconds)
    at = interval === 'day' ? at.add({ days: 1 }).startOfDay() : at.add({ hours: 1 })
  }
  return starts
}

const INTERVAL_MS: Record<Interval, number> = { hour: 3_600_000, day: 24 * 3_600_000 }

/** Whether a range may have more buckets than are answered: a cut series would look whole. */
export function isTooLong(from: number, to: number, interval: Interval): boolean {
  // Two more than the quotient where both ends lie within a bucket.
  return (to - from) / INTERVAL_MS[interval] + 2 > MAX_BUCKETS
}

function startOf(time: Temporal.ZonedDateTime, interval: Interval): Temporal.ZonedDateTime {
  return interval === 'day' ? time.startOfDay() : time.round({ smallestUnit: 'hour', roundingMode: 'floor' })
}
