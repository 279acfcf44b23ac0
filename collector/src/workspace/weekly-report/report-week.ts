import { publication } from '@half-measure/shared/publication.ts'

/** A week in the magazine's time zone, Monday to Sunday. */
export interface ReportWeek {
  /** Its Monday, `YYYY-MM-DD`. */
  readonly monday: string
  /** Instants, `from <= t < to`, ISO 8601. */
  readonly from: string
  readonly to: string
  /** False on the last day: the report then goes out with the figures there are. */
  readonly canWait: boolean
}

/** Hour on Monday from which reports are sent, before the editors arrive. */
const HOUR = 7

/** Days after which a week is no longer reported, because it is old news. */
const LATE_DAYS = 4

/** The week to report: the last complete one, from Monday at seven until Thursday night; undefined later. */
export function reportWeek(now: Date): ReportWeek | undefined {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(publication.timeZone)
  const thisMonday = local.subtract({ days: local.dayOfWeek - 1 }).startOfDay()
  const due = thisMonday.with({ hour: HOUR })
  const late = thisMonday.add({ days: LATE_DAYS })
  if (Temporal.ZonedDateTime.compare(local, due) < 0 || Temporal.ZonedDateTime.compare(local, late) >= 0)
    return undefined
  const lastDay = thisMonday.add({ days: LATE_DAYS - 1 }).with({ hour: HOUR })
  const monday = thisMonday.subtract({ weeks: 1 })
  return {
    monday: monday.toPlainDate().toString(),
    from: monday.toInstant().toString({ smallestUnit: 'millisecond' }),
    to: thisMonday.toInstant().toString({ smallestUnit: 'millisecond' }),
    canWait: Temporal.ZonedDateTime.compare(local, lastDay) < 0,
  }
}
