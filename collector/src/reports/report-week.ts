import { publication } from '@half-measure/shared/publication.ts'

/** A week of the magazine's zone, Monday to Sunday. */
export interface ReportWeek {
  /** Its Monday, `YYYY-MM-DD`. */
  readonly monday: string
  /** Instants, `from <= t < to`, ISO 8601. */
  readonly from: string
  readonly to: string
}

/** On Monday from this hour on, so that it is there before the editors are. */
const HOUR = 7

/** A week that nobody reported in time is news no longer: after this many days it is left alone. */
const LATE_DAYS = 4

/**
 * The week to report at an instant: the last one that is over, from Monday at seven to Thursday night. Undefined on
 * the days after.
 */
export function reportWeek(now: Date): ReportWeek | undefined {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(publication.timeZone)
  const thisMonday = local.subtract({ days: local.dayOfWeek - 1 }).startOfDay()
  const due = thisMonday.with({ hour: HOUR })
  const late = thisMonday.add({ days: LATE_DAYS })
  if (Temporal.ZonedDateTime.compare(local, due) < 0 || Temporal.ZonedDateTime.compare(local, late) >= 0) {
    return undefined
  }
  const monday = thisMonday.subtract({ weeks: 1 })
  return {
    monday: monday.toPlainDate().toString(),
    from: monday.toInstant().toString({ smallestUnit: 'millisecond' }),
    to: thisMonday.toInstant().toString({ smallestUnit: 'millisecond' }),
  }
}
