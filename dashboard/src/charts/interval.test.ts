import { describe, expect, it } from 'vitest'
import type { Day } from '../time/day.ts'
import { bucketInFile, daysOfBucket, endOfBucket, intervalFor, possibleIntervals } from './interval.ts'

const days = (from: string, to: string) => ({ from: from as Day, to: to as Day })

describe('the interval of a chart', () => {
  it.each([
    ['2026-11-20', '2026-11-20', 'hour', ['hour']],
    ['2026-11-14', '2026-11-20', 'day', ['hour', 'day']],
    ['2026-10-24', '2026-11-20', 'day', ['day', 'week']],
    ['2026-08-22', '2026-11-20', 'day', ['day', 'week', 'month']],
    ['2025-12-01', '2026-11-20', 'week', ['day', 'week', 'month']],
    ['2020-01-01', '2026-11-20', 'month', ['week', 'month']],
  ] as const)('of %s to %s is by %s, and may be by %j', (from, to, usual, possible) => {
    expect(intervalFor(null, days(from, to))).toBe(usual)
    expect(possibleIntervals(days(from, to))).toEqual(possible)
  })

  it('is the requested one if a chart can show it', () => {
    expect(intervalFor('week', days('2026-08-22', '2026-11-20'))).toBe('week')
    expect(intervalFor('hour', days('2026-08-22', '2026-11-20'))).toBe('day')
    expect(intervalFor('month', days('2026-11-20', '2026-11-20'))).toBe('hour')
  })

  it('always leaves a choice, however long the period', () => {
    expect(possibleIntervals(days('1970-01-01', '2026-11-20'))).toEqual(['month'])
  })
})

describe('the days of a bucket', () => {
  const shown = days('2026-10-07', '2026-11-20')

  it('are the whole bucket, or as much of it as is shown', () => {
    expect(daysOfBucket('2026-11-13' as Day, 'day', shown)).toEqual(days('2026-11-13', '2026-11-13'))
    expect(daysOfBucket('2026-11-09' as Day, 'week', shown)).toEqual(days('2026-11-09', '2026-11-15'))
    expect(daysOfBucket('2026-10-05' as Day, 'week', shown)).toEqual(days('2026-10-07', '2026-10-11'))
    expect(daysOfBucket('2026-10-01' as Day, 'month', shown)).toEqual(days('2026-10-07', '2026-10-31'))
    expect(daysOfBucket('2026-11-01' as Day, 'month', shown)).toEqual(days('2026-11-01', '2026-11-20'))
  })

  it('are none of an hour', () => {
    expect(daysOfBucket('2026-11-13' as Day, 'hour', shown)).toBeNull()
  })
})

it.each([
  ['hour', '2026-11-13T09:00:00.000Z', '2026-11-13T10:00:00.000Z'],
  ['day', '2026-11-13T00:00:00.000Z', '2026-11-14T00:00:00.000Z'],
  // The clocks change on 25 October 2026.
  ['day', '2026-10-24T23:00:00.000Z', '2026-10-26T00:00:00.000Z'],
  ['week', '2026-10-18T23:00:00.000Z', '2026-10-26T00:00:00.000Z'],
  ['month', '2026-09-30T23:00:00.000Z', '2026-11-01T00:00:00.000Z'],
] as const)('the end of a bucket by %s: %s ends at %s', (interval, start, end) => {
  expect(endOfBucket(new Date(start), interval).toISOString()).toBe(end)
})

it('names buckets in a file by the clocks of the publication, and how far they are from UTC', () => {
  const summer = new Date('2026-06-01T23:00:00Z')
  expect(bucketInFile(summer, 'day')).toBe('2026-06-02')
  expect(bucketInFile(summer, 'hour')).toBe('2026-06-02T00:00+01:00')
  expect(bucketInFile(new Date('2026-11-20T09:00:00Z'), 'hour')).toBe('2026-11-20T09:00+00:00')
})
