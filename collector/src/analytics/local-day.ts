import { publication } from '@half-measure/shared/publication.ts'

/** The day of a moment in the magazine's time zone. @param at milliseconds since 1970. */
export function dayAt(at: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(publication.timeZone).toPlainDate()
}

/** When a day begins in the magazine's time zone, or one some days later; milliseconds since 1970. */
export function startOfDay(day: string | Temporal.PlainDate, later = 0): number {
  return Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime(publication.timeZone)
    .epochMilliseconds
}
