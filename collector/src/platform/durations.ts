import { HOUR_MS } from '@half-measure/shared/durations.ts'

/** Nightly runs less than this apart belong to the same night, whenever each collector begins. */
export const NIGHT_MS = 12 * HOUR_MS

/** The same day of an earlier month in UTC, or that month's last day. */
export function monthsBefore(date: Date, months: number): Date {
  const then = Temporal.Instant.fromEpochMilliseconds(date.getTime())
    .toZonedDateTimeISO('UTC')
    .subtract({ months })
  return new Date(then.epochMilliseconds)
}
