/** In milliseconds. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
/** In UTC: a day of another zone may have 23 or 25 hours. */
export const DAY_MS = 24 * HOUR_MS
/** Two nights are further apart, whenever in the night each collector begins. */
export const NIGHT_MS = 12 * HOUR_MS

/** The same day of an earlier month in UTC, or that month's last day. */
export function monthsBefore(date: Date, months: number): Date {
  const then = Temporal.Instant.fromEpochMilliseconds(date.getTime())
    .toZonedDateTimeISO('UTC')
    .subtract({ months })
  return new Date(then.epochMilliseconds)
}
