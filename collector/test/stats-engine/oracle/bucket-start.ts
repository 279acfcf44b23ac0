import type { Bucket } from '@half-measure/shared/stats/engine/stats-query.ts'

/** A moment, in milliseconds since 1970, on the clocks of a zone. */
export function zoned(at: number, tz: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(tz)
}

/** The start of the bucket of a moment, both in milliseconds since 1970. */
export function bucketStart(at: number, interval: Bucket, tz: string): number {
  const time = zoned(at, tz)
  switch (interval) {
    case 'hour':
      return at - ((time.minute * 60 + time.second) * 1_000 + time.millisecond)
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
