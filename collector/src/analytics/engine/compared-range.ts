import type { Comparison, StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'

type Range = StatsQuery['range']

/**
 * The range that one is compared with, on the clocks of its zone, so that midnight stays midnight whatever the clocks
 * did in between. What has not happened yet is not compared: the range compared with ends as long after its beginning
 * as `now` is after that of the other.
 *
 * @param now milliseconds since 1970.
 */
export function comparedRange(range: Range, comparison: Comparison, now: number): Range {
  const [from, to] = [zoned(Date.parse(range.from), range.tz), zoned(Date.parse(range.to), range.tz)]
  const back = shiftOf(from, to, comparison)
  const end = Math.min(to.epochMilliseconds, Math.max(now, from.epochMilliseconds + 1))
  return {
    ...range,
    from: iso(from.subtract(back)),
    to: iso(zoned(end, range.tz).subtract(back)),
  }
}

function shiftOf(
  from: Temporal.ZonedDateTime,
  to: Temporal.ZonedDateTime,
  comparison: Comparison,
): Temporal.Duration {
  const length = from.until(to, { largestUnit: 'days' })
  const wholeDays = length.subtract({ days: length.days }).blank
  switch (comparison) {
    case 'previous':
      return wholeDays ? length : from.until(to, { largestUnit: 'hours' })
    case 'week':
      return Temporal.Duration.from({ weeks: Math.ceil((length.days + (wholeDays ? 0 : 1)) / 7) })
    case 'year':
      return Temporal.Duration.from({ weeks: 52 })
  }
}

function zoned(at: number, tz: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(tz)
}

function iso(time: Temporal.ZonedDateTime): string {
  return new Date(time.epochMilliseconds).toISOString()
}
