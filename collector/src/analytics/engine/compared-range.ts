import { type Comparison, readComparedDays } from '@half-measure/shared/stats/engine/comparison.ts'
import type { Bucket, StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { bucketStarts } from './buckets.ts'

type Range = StatsQuery['range']

interface ZonedRange {
  readonly from: Temporal.ZonedDateTime
  /** Not included. */
  readonly to: Temporal.ZonedDateTime
}

/**
 * The range to compare with, in wall-clock time, so that midnight stays midnight across clock changes. If `range` is
 * not over yet, the range compared with ends as long after its start as `now` is after the start of `range`.
 *
 * @param now milliseconds since 1970.
 */
export function comparedRange(range: Range, comparison: Comparison, now: number): Range {
  const given = { from: zoned(Date.parse(range.from), range.tz), to: zoned(Date.parse(range.to), range.tz) }
  const whole = wholeRange(given, comparison)
  const passed = Math.min(Math.max(now, given.from.epochMilliseconds + 1), given.to.epochMilliseconds)
  const to =
    passed < given.to.epochMilliseconds
      ? earlier(whole.to, asFarInto(whole, given, zoned(passed, range.tz)))
      : whole.to
  return { ...range, from: iso(whole.from), to: iso(to) }
}

/**
 * Starts of the buckets of the range compared with, milliseconds since 1970. They follow the calendar if it divides
 * both ranges alike. If not (weeks of ranges that begin on different weekdays), they are as long as their
 * counterparts; otherwise a whole week would be compared with part of one.
 */
export function comparedBuckets(range: Range, comparison: Comparison, interval: Bucket): number[] {
  const given = { from: zoned(Date.parse(range.from), range.tz), to: zoned(Date.parse(range.to), range.tz) }
  const whole = wholeRange(given, comparison)
  const startsIn = ({ from, to }: ZonedRange) =>
    bucketStarts(from.epochMilliseconds, to.epochMilliseconds, interval, range.tz)
  const [own, calendar] = [startsIn(given), startsIn(whole)]
  const isCutAlike = intoBucket(given.from, own[0]) === intoBucket(whole.from, calendar[0])
  if (interval === 'hour' || isCutAlike) return calendar
  const starts = [...own, given.to.epochMilliseconds].map((start) => {
    const from = Math.max(start, given.from.epochMilliseconds)
    return asFarInto(whole, given, zoned(from, range.tz)).epochMilliseconds
  })
  return starts.filter((start) => start < whole.to.epochMilliseconds)

  function intoBucket(time: Temporal.ZonedDateTime, start = time.epochMilliseconds): string {
    return onTheWall(zoned(start, range.tz), time)
  }
}

/**
 * For each bucket of a range, the start of the one that it is compared with; undefined where there is none. Hours of
 * whole days are matched by local time: one that clocks skip or repeat has no counterpart.
 */
export function counterparts(
  range: Range,
  comparison: Comparison,
  interval: Bucket,
): readonly (number | undefined)[] {
  const others = comparedBuckets(range, comparison, interval)
  const given = { from: zoned(Date.parse(range.from), range.tz), to: zoned(Date.parse(range.to), range.tz) }
  if (interval !== 'hour' || unitOf(given) === 'hours') return others
  const whole = wholeRange(given, comparison)
  const unpaired = new Set(others)
  return bucketStarts(given.from.epochMilliseconds, given.to.epochMilliseconds, interval, range.tz).map(
    (at) => {
      const start = zoned(at, range.tz)
      const other = asFarInto(whole, given, start)
      const isSameTime = onTheWall(whole.from, other) === onTheWall(given.from, start)
      return isSameTime && unpaired.delete(other.epochMilliseconds) ? other.epochMilliseconds : undefined
    },
  )
}

/** Wall-clock time between two moments. */
function onTheWall(from: Temporal.ZonedDateTime, to: Temporal.ZonedDateTime): string {
  return from.toPlainDateTime().until(to.toPlainDateTime()).toString()
}

/** The time as far into `whole` as `time` is into `given`; in wall-clock time for ranges of whole days. */
function asFarInto(
  whole: ZonedRange,
  given: ZonedRange,
  time: Temporal.ZonedDateTime,
): Temporal.ZonedDateTime {
  if (unitOf(given) === 'hours') return whole.from.add(lengthOf({ ...given, to: time }, 'hours'))
  const [begin, end] = [given.from.toPlainDateTime(), time.toPlainDateTime()]
  return whole.from.toPlainDateTime().add(begin.until(end)).toZonedDateTime(time.timeZoneId)
}

function wholeRange(given: ZonedRange, comparison: Comparison): ZonedRange {
  const unit = unitOf(given)
  const length = lengthOf(given, unit)
  const before = (back: Temporal.DurationLike) => ({
    from: given.from.subtract(back),
    to: given.to.subtract(back),
  })
  switch (comparison) {
    case 'previous':
      return before(length)
    case 'week': {
      if (unit === 'days') return before({ weeks: Math.ceil(length.days / 7) })
      // Where clocks went forward, seven times 24 hours are 7 days and an hour of wall-clock time.
      const weeks = Math.ceil((length.total('hours') - 1) / (7 * 24))
      const { from, to } = before({ weeks: Math.max(weeks, 1) })
      return { from, to: earlier(to, given.from) }
    }
    case 'year_weekdays':
      return before({ weeks: 52 })
    case 'month':
      return calendarRange(given, { months: 1 })
    case 'year':
      return calendarRange(given, { years: 1 })
    default: {
      const days = readComparedDays(comparison)
      if (days === null) throw new Error(`“${comparison}” is no comparison`)
      const [first, last] = [Temporal.PlainDate.from(days.from), Temporal.PlainDate.from(days.to)]
      const zone = given.from.timeZoneId
      return { from: first.toZonedDateTime(zone), to: last.add({ days: 1 }).toZonedDateTime(zone) }
    }
  }
}

/**
 * The same days of an earlier month or year. A range that ends on the 30th ends with February. Whole months are
 * compared with whole months.
 */
function calendarRange({ from, to }: ZonedRange, back: Temporal.DurationLike): ZonedRange {
  const start = from.subtract(back)
  if (isStartOfMonth(from) && isStartOfMonth(to)) return { from: start, to: to.subtract(back) }
  const end = to.subtract({ milliseconds: 1 }).subtract(back).add({ milliseconds: 1 })
  // From noon on the 30th to the morning of the 31st, nothing remains in February.
  return { from: start, to: isBefore(start, end) ? end : start.add(from.until(to)) }
}

function isStartOfMonth(time: Temporal.ZonedDateTime): boolean {
  return time.day === 1 && time.equals(time.startOfDay())
}

/** Ranges of whole days are measured on the calendar, all others by the clock. */
function unitOf(given: ZonedRange): 'days' | 'hours' {
  const length = lengthOf(given, 'days')
  return length.subtract({ days: length.days }).blank ? 'days' : 'hours'
}

function lengthOf({ from, to }: ZonedRange, largestUnit: 'days' | 'hours'): Temporal.Duration {
  return from.until(to, { largestUnit })
}

function earlier(a: Temporal.ZonedDateTime, b: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return isBefore(b, a) ? b : a
}

function isBefore(a: Temporal.ZonedDateTime, b: Temporal.ZonedDateTime): boolean {
  return a.epochMilliseconds < b.epochMilliseconds
}

function zoned(at: number, tz: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(tz)
}

function iso(time: Temporal.ZonedDateTime): string {
  return new Date(time.epochMilliseconds).toISOString()
}
