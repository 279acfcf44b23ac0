import type { Bucket } from '@half-measure/shared/stats/engine/stats-query.ts'

/** A moment, in milliseconds since 1970, on the clocks of a zone. */
function zoned(at: number, tz: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(tz)
}

/** The moments of the events are looked up for every filter and every row. */
const HOURS_OF_WEEK = new Map<string, Map<number, string>>()

/** Such as `1-09`: the weekday, 1 for Monday, and the hour of a moment. */
export function hourOfWeek(at: number, tz: string): string {
  const ofZone = HOURS_OF_WEEK.get(tz) ?? new Map<number, string>()
  HOURS_OF_WEEK.set(tz, ofZone)
  const known = ofZone.get(at)
  if (known !== undefined) return known
  const { dayOfWeek, hour } = zoned(at, tz)
  const value = `${dayOfWeek}-${String(hour).padStart(2, '0')}`
  ofZone.set(at, value)
  return value
}

/** The start of the bucket of a moment, both in milliseconds since 1970. */
export function bucketStart(at: number, interval: Bucket, tz: string): number {
  const time = zoned(at, tz)
  switch (interval) {
    case 'hour':
      return Math.max(
        at - ((time.minute * 60 + time.second) * 1_000 + time.millisecond),
        changeByHalfAnHour(time) ?? 0,
      )
    case 'day':
      return midnight(time.toPlainDate())
    case 'week':
      return midnight(time.toPlainDate().subtract({ days: time.dayOfWeek - 1 }))
    case 'month':
      return midnight(time.toPlainDate().with({ day: 1 }))
  }

  function midnight(date: Temporal.PlainDate): number {
    return date.toZonedDateTime(tz).epochMilliseconds
  }
}

/** The last change of clocks before a moment, if it was not by whole hours: no hour goes on over it. */
function changeByHalfAnHour(time: Temporal.ZonedDateTime): number | undefined {
  const change = time.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  const by = change && change.offsetNanoseconds - change.subtract({ nanoseconds: 1 }).offsetNanoseconds
  return by && by % 3_600_000_000_000 !== 0 ? change.epochMilliseconds : undefined
}
