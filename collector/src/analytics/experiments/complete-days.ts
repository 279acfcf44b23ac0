import type { Variant } from '@half-measure/shared/domain/experiments.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { bucketStarts } from '../engine/buckets.ts'
import { addCounts, type ArmCounts, type DayCounts, NO_COUNTS } from './day-counts.ts'
import { type ExposureRow, GRACE_HOURS } from './exposures.ts'

/**
 * Groups sessions by day, with variants in the test's order. A day is complete once nothing can be added to it.
 * Variants that the test does not have (any more) are left out.
 *
 * @param until milliseconds since 1970.
 */
export function completeDays(rows: readonly ExposureRow[], variants: readonly Variant[], until: number) {
  const { timeZone } = publication
  const [first] = rows
  const starts = first ? bucketStarts(first.day_start * 1_000, until, 'day', timeZone) : []
  const byDay = Map.groupBy(rows, ({ day_start }) => day_start * 1_000)
  /** From the first day with an exposure on, without a gap. */
  const complete: DayCounts[] = []
  /** Counts so far of the days that are not complete yet, by variant. */
  let open: readonly ArmCounts[] = variants.map(() => NO_COUNTS)
  for (const start of starts) {
    const begins = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone)
    const arms = armsOfDay(byDay.get(start) ?? [], variants)
    if (finalAt(begins) <= until) {
      complete.push({ day: begins.toPlainDate().toString(), arms })
    } else {
      open = open.map((counts, i) => addCounts(counts, arms[i] ?? NO_COUNTS))
    }
  }
  return { complete, open }
}

/** When the last day became complete, if no event is late. Milliseconds since 1970, as `until`. */
export function lastDayComplete(until: number): number {
  const now = Temporal.Instant.fromEpochMilliseconds(until).toZonedDateTimeISO(publication.timeZone)
  const yesterday = finalAt(now.subtract({ days: 1 }))
  return yesterday <= until ? yesterday : finalAt(now.subtract({ days: 2 }))
}

/** When nothing can be added to a day any more, milliseconds since 1970. */
function finalAt(day: Temporal.ZonedDateTime): number {
  return day.add({ days: 1 }).startOfDay().add({ hours: GRACE_HOURS }).epochMilliseconds
}

function armsOfDay(rows: readonly ExposureRow[], variants: readonly Variant[]): ArmCounts[] {
  return variants.map(({ name }) => rows.find(({ variant }) => variant === name) ?? NO_COUNTS)
}
