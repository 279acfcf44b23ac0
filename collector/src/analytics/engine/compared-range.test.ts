import { describe, expect, it } from 'vitest'
import { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import type { Bucket } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { Comparison } from '@half-measure/shared/stats/engine/comparison.ts'
import { bucketStarts } from './buckets.ts'
import { comparedBuckets, comparedRange, counterparts } from './compared-range.ts'

const LATER = Date.UTC(2029, 0, 1)

/** The days compared with, from the first to the last, of days in London. */
function comparedDays(from: string, to: string, comparison: Comparison, now = LATER): string {
  const midnight = (day: string, later = 0) =>
    Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime('Europe/London').toInstant().toString()
  const range = StatsRange.parse({ from: midnight(from), to: midnight(to, 1) })
  const other = comparedRange(range, comparison, now)
  const [start, end] = [other.from, other.to].map((at) =>
    Temporal.Instant.from(at).toZonedDateTimeISO('Europe/London'),
  )
  if (!start || !end) throw new Error('no range')
  expect(start.equals(start.startOfDay())).toBe(true)
  const last = end.equals(end.startOfDay()) ? end.subtract({ days: 1 }).toPlainDate() : end.toPlainDateTime()
  return `${start.toPlainDate().toString()}..${last.toString()}`
}

function compared(from: string, to: string, comparison: Comparison, now = LATER, tz = 'Europe/London') {
  const { from: start, to: end } = comparedRange(StatsRange.parse({ from, to, tz }), comparison, now)
  return [start, end]
}

describe('comparedRange', () => {
  it('is as many days just before, from midnight to midnight, whatever the clocks did', () => {
    // The Sunday on which clocks go back has 25 hours.
    expect(compared('2026-10-26T00:00:00Z', '2026-11-02T00:00:00Z', 'previous')).toEqual([
      '2026-10-18T23:00:00.000Z',
      '2026-10-26T00:00:00.000Z',
    ])
    expect(compared('2026-10-24T23:00:00Z', '2026-10-26T00:00:00Z', 'previous')).toEqual([
      '2026-10-23T23:00:00.000Z',
      '2026-10-24T23:00:00.000Z',
    ])
  })

  it('is as many hours just before where the range is not of whole days', () => {
    expect(compared('2026-11-20T06:00:00Z', '2026-11-20T09:30:00Z', 'previous')).toEqual([
      '2026-11-20T02:30:00.000Z',
      '2026-11-20T06:00:00.000Z',
    ])
  })

  it('matches weekdays by whole weeks', () => {
    expect(compared('2026-11-16T00:00:00Z', '2026-11-19T00:00:00Z', 'week')).toEqual([
      '2026-11-09T00:00:00.000Z',
      '2026-11-12T00:00:00.000Z',
    ])
    expect(compared('2026-11-01T00:00:00Z', '2026-11-09T00:00:00Z', 'week')[0]).toBe(
      '2026-10-17T23:00:00.000Z',
    )
    expect(compared('2026-11-02T00:00:00Z', '2026-11-08T12:00:00Z', 'week')[0]).toBe(
      '2026-10-26T00:00:00.000Z',
    )
  })

  it('goes 52 weeks back for a year of the same weekdays', () => {
    expect(comparedDays('2026-11-16', '2026-11-18', 'year_weekdays')).toBe('2025-11-17..2025-11-19')
  })

  it.each([
    // Clocks go forward on 29 March and back on 25 October.
    ['2026-04-27', '2026-04-30', '2026-03-27..2026-03-30'],
    ['2026-11-24', '2026-11-26', '2026-10-24..2026-10-26'],
    ['2026-11-25', '2026-11-25', '2026-10-25..2026-10-25'],
    // Months end on different days.
    ['2026-03-30', '2026-03-30', '2026-02-28..2026-02-28'],
    ['2026-03-01', '2026-03-30', '2026-02-01..2026-02-28'],
    ['2026-05-17', '2026-05-31', '2026-04-17..2026-04-30'],
    ['2026-02-15', '2026-02-28', '2026-01-15..2026-01-28'],
    ['2027-01-10', '2027-01-20', '2026-12-10..2026-12-20'],
    // Whole months.
    ['2026-03-01', '2026-03-31', '2026-02-01..2026-02-28'],
    ['2026-02-01', '2026-02-28', '2026-01-01..2026-01-31'],
    ['2028-03-01', '2028-03-31', '2028-02-01..2028-02-29'],
    ['2026-07-01', '2026-09-30', '2026-06-01..2026-08-31'],
  ])('the month before %s to %s is %s', (from, to, expected) => {
    expect(comparedDays(from, to, 'month')).toBe(expected)
  })

  it.each([
    ['2026-03-28', '2026-03-30', '2025-03-28..2025-03-30'],
    ['2026-10-24', '2026-10-26', '2025-10-24..2025-10-26'],
    ['2028-02-29', '2028-02-29', '2027-02-28..2027-02-28'],
    ['2028-02-01', '2028-02-29', '2027-02-01..2027-02-28'],
    ['2026-01-01', '2026-12-31', '2025-01-01..2025-12-31'],
  ])('the year before %s to %s is %s', (from, to, expected) => {
    expect(comparedDays(from, to, 'year')).toBe(expected)
  })

  it('is of any other days, as many or not, with the clock changes in them', () => {
    expect(comparedDays('2026-11-16', '2026-11-18', '2026-03-28..2026-03-31')).toBe('2026-03-28..2026-03-31')
    expect(comparedDays('2026-11-16', '2026-11-18', '2026-10-25..2026-10-25')).toBe('2026-10-25..2026-10-25')
    expect(compared('2026-11-16T00:00:00Z', '2026-11-17T00:00:00Z', '2026-10-25..2026-10-25')).toEqual([
      '2026-10-24T23:00:00.000Z',
      '2026-10-26T00:00:00.000Z',
    ])
  })

  it('keeps the time of day a month and a year before, and is not empty where a month is too short', () => {
    expect(compared('2026-11-20T06:00:00Z', '2026-11-20T09:30:00Z', 'month')).toEqual([
      '2026-10-20T05:00:00.000Z',
      '2026-10-20T08:30:00.000Z',
    ])
    expect(compared('2026-03-30T11:00:00Z', '2026-03-31T08:00:00Z', 'month')).toEqual([
      '2026-02-28T12:00:00.000Z',
      '2026-03-01T09:00:00.000Z',
    ])
  })

  it('ends as long after its beginning as now is after that of the range', () => {
    const now = Date.parse('2026-11-18T10:30:00Z')
    expect(comparedDays('2026-11-16', '2026-11-22', 'previous', now)).toBe('2026-11-09..2026-11-11T10:30:00')
    expect(comparedDays('2026-11-01', '2026-11-30', 'month', now)).toBe('2026-10-01..2026-10-18T10:30:00')
    expect(comparedDays('2026-11-01', '2026-11-30', '2026-08-01..2026-08-31', now)).toBe(
      '2026-08-01..2026-08-18T10:30:00',
    )
    expect(comparedDays('2026-11-01', '2026-11-30', '2026-08-01..2026-08-07', now)).toBe(
      '2026-08-01..2026-08-07',
    )
    // On the wall, also where the clocks have gone forward that morning.
    const sunday = Date.parse('2026-03-29T09:30:00Z')
    expect(comparedDays('2026-03-29', '2026-03-29', 'previous', sunday)).toBe(
      '2026-03-28..2026-03-28T10:30:00',
    )
    // February has no 30th to be compared in part.
    const late = Date.parse('2026-03-30T09:30:00Z')
    expect(comparedDays('2026-03-01', '2026-03-31', 'month', late)).toBe('2026-02-01..2026-02-28')
  })

  it('is never empty, not even for a range that has not begun', () => {
    const [from = '', to = ''] = compared('2026-11-16T00:00:00Z', '2026-11-17T00:00:00Z', 'previous', 0)
    expect(Date.parse(to)).toBeGreaterThan(Date.parse(from))
  })
})

it('is one week back, of seven times 24 hours, also where clocks went forward in between', () => {
  const [from, to] = compared('2026-03-23T09:00:00Z', '2026-03-30T09:00:00Z', 'week')
  expect([from, to]).toEqual(['2026-03-16T09:00:00.000Z', '2026-03-23T09:00:00.000Z'])
  expect(compared('2026-03-09T09:00:00Z', '2026-03-16T09:00:00Z', 'week')).toEqual([
    '2026-03-02T09:00:00.000Z',
    '2026-03-09T09:00:00.000Z',
  ])
})

describe('comparedBuckets', () => {
  const days = (from: string, to: string, comparison: Comparison, interval: Bucket) =>
    comparedBuckets(StatsRange.parse({ from, to }), comparison, interval).map((at) =>
      Temporal.Instant.fromEpochMilliseconds(at)
        .toZonedDateTimeISO('Europe/London')
        .toPlainDateTime()
        .toString()
        .replace('T00:00:00', ''),
    )

  it('follow the calendar where it cuts both ranges alike', () => {
    expect(days('2026-11-02T00:00:00Z', '2026-11-16T00:00:00Z', 'previous', 'week')).toEqual([
      '2026-10-19',
      '2026-10-26',
    ])
    // February has 28 days, and its neighbours 31.
    expect(days('2026-01-01T00:00:00Z', '2026-03-31T23:00:00Z', 'year', 'month')).toEqual([
      '2025-01-01',
      '2025-02-01',
      '2025-03-01',
    ])
  })

  it('are as long as the weeks beside them where the years begin on different weekdays', () => {
    // From Sunday to Friday, compared with Saturday to Thursday.
    expect(days('2026-11-01T00:00:00Z', '2026-11-21T00:00:00Z', 'year', 'week')).toEqual([
      '2025-11-01',
      '2025-11-02',
      '2025-11-09',
      '2025-11-16',
    ])
  })

  it('end with the bucket beside the last, though the range compared with goes on', () => {
    expect(days('2026-11-01T00:00:00Z', '2026-11-03T00:00:00Z', '2026-09-05..2026-09-30', 'week')).toEqual([
      '2026-09-05',
      '2026-09-06',
      '2026-09-07',
    ])
  })

  it('are fewer where the range compared with is shorter', () => {
    expect(days('2026-11-01T00:00:00Z', '2026-11-21T00:00:00Z', '2026-09-05..2026-09-07', 'week')).toEqual([
      '2026-09-05',
      '2026-09-06',
    ])
  })
})

describe('the hours that hours are compared with', () => {
  /** Each hour of some days in London, and the one that it is compared with, both as `29T02+01`. */
  const hoursOf = (first: string, last: string, comparison: Comparison) => {
    const zoned = (at: number) =>
      Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('Europe/London').toString().slice(8)
    const name = (at: number | undefined) =>
      at === undefined ? undefined : zoned(at).replace(/:00:00(\+\d\d):.*$/, '$1')
    const midnight = (day: string, later = 0) =>
      Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime('Europe/London').epochMilliseconds
    const [from, to] = [midnight(first), midnight(last, 1)]
    const iso = (at: number) => new Date(at).toISOString()
    const others = counterparts(StatsRange.parse({ from: iso(from), to: iso(to) }), comparison, 'hour')
    return bucketStarts(from, to, 'hour', 'Europe/London').map((at, i) => [name(at), name(others[i])])
  }

  it('are at the same time of day on the Sunday on which clocks go forward', () => {
    const hours = hoursOf('2026-03-29', '2026-03-29', 'week')
    expect(hours).toHaveLength(23)
    expect(hours.slice(0, 3)).toEqual([
      ['29T00+00', '22T00+00'],
      ['29T02+01', '22T02+00'],
      ['29T03+01', '22T03+00'],
    ])
    expect(hours.at(-1)).toEqual(['29T23+01', '22T23+00'])
  })

  it('are missing for the hour that the day compared with skipped', () => {
    const hours = hoursOf('2026-03-30', '2026-03-30', 'previous')
    expect(hours.slice(0, 3)).toEqual([
      ['30T00+01', '29T00+00'],
      ['30T01+01', undefined],
      ['30T02+01', '29T02+01'],
    ])
    expect(hours.at(-1)).toEqual(['30T23+01', '29T23+01'])
  })

  it('are missing for the hour that is repeated on the Sunday on which clocks go back', () => {
    const hours = hoursOf('2026-10-25', '2026-10-25', 'week')
    expect(hours).toHaveLength(25)
    expect(hours.slice(0, 4)).toEqual([
      ['25T00+01', '18T00+01'],
      ['25T01+01', '18T01+01'],
      ['25T01+00', undefined],
      ['25T02+00', '18T02+01'],
    ])
    expect(hours.at(-1)).toEqual(['25T23+00', '18T23+01'])
  })

  it('leave the repeated hour out where the day compared with has it', () => {
    const hours = hoursOf('2026-10-26', '2026-10-26', 'previous')
    expect(hours.slice(0, 3)).toEqual([
      ['26T00+00', '25T00+01'],
      ['26T01+00', '25T01+01'],
      ['26T02+00', '25T02+00'],
    ])
    expect(hours.at(-1)).toEqual(['26T23+00', '25T23+00'])
  })

  it.each([
    ['2026-03-23', '2026-03-29'],
    ['2026-03-30', '2026-04-05'],
    ['2026-10-19', '2026-10-25'],
    ['2026-10-26', '2026-11-01'],
  ])('are never shifted in the week from %s to %s', (from, to) => {
    const times = hoursOf(from, to, 'week').map((pair) => pair.map((name) => name?.slice(2, 5)))
    // All but the hour that only one of the two weeks has.
    const shifted = times.filter(([own, other]) => own !== other)
    expect(shifted.filter(([, other]) => other !== undefined)).toEqual([])
    expect(shifted.length).toBeLessThanOrEqual(1)
  })

  it('are none beyond the end of shorter days', () => {
    const hours = hoursOf('2026-11-16', '2026-11-17', '2026-10-24..2026-10-24')
    expect(hours[23]).toEqual(['16T23+00', '24T23+01'])
    expect(hours[24]).toEqual(['17T00+00', undefined])
  })
})
