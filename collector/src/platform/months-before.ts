/** The same day of an earlier month in UTC, or that month's last day. */
export function monthsBefore(date: Date, months: number): Date {
  const then = Temporal.Instant.fromEpochMilliseconds(date.getTime())
    .toZonedDateTimeISO('UTC')
    .subtract({ months })
  return new Date(then.epochMilliseconds)
}
