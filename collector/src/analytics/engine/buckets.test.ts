import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { bucketStarts, MAX_BUCKETS } from './buckets.ts'

const starts = (from: string, to: string, interval: 'hour' | 'day', zone: string) =>
  bucketStarts(Date.parse(from), Date.parse(to), interval, zone).map((at) => new Date(at).toISOString())

describe('bucketStarts', () => {
  it('begins days at midnight of the zone, the first one at or before the range', () => {
    expect(starts('2026-11-18T10:00:00Z', '2026-11-20T10:00:00Z', 'day', 'Europe/London')).toEqual([
      '2026-11-18T00:00:00.000Z',
      '2026-11-19T00:00:00.000Z',
      '2026-11-20T00:00:00.000Z',
    ])
    expect(starts('2026-07-01T10:00:00Z', '2026-07-02T10:00:00Z', 'day', 'Europe/London')).toEqual([
      '2026-06-30T23:00:00.000Z',
      '2026-07-01T23:00:00.000Z',
    ])
    expect(starts('2026-11-18T00:00:00Z', '2026-11-18T12:00:00Z', 'day', 'America/New_York')).toEqual([
      '2026-11-17T05:00:00.000Z',
      '2026-11-18T05:00:00.000Z',
    ])
  })

  it('does not begin a bucket at the end of the range, which is not in it', () => {
    expect(starts('2026-11-18T00:00:00Z', '2026-11-19T00:00:00Z', 'day', 'UTC')).toEqual([
      '2026-11-18T00:00:00.000Z',
    ])
    expect(starts('2026-11-18T00:00:00Z', '2026-11-19T00:00:00.001Z', 'day', 'UTC')).toHaveLength(2)
  })

  it('gives the days on which clocks change 23 and 25 hours', () => {
    const lengths = (from: string, to: string) => {
      const at = bucketStarts(Date.parse(from), Date.parse(to), 'day', 'Europe/London')
      return at.slice(1).map((start, i) => (start - (at[i] ?? 0)) / HOUR_MS)
    }
    expect(lengths('2026-03-28T12:00:00Z', '2026-03-31T00:00:00Z')).toEqual([24, 23, 24])
    expect(lengths('2026-10-24T12:00:00Z', '2026-10-27T12:00:00Z')).toEqual([24, 25, 24])
  })

  it('counts each of the two hours of the same name', () => {
    expect(starts('2026-10-25T00:00:00Z', '2026-10-25T03:00:00Z', 'hour', 'Europe/London')).toEqual([
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T01:00:00.000Z',
      '2026-10-25T02:00:00.000Z',
    ])
  })

  it('begins hours where the zone does', () => {
    expect(starts('2026-11-18T10:10:00Z', '2026-11-18T12:00:00Z', 'hour', 'Asia/Kolkata')).toEqual([
      '2026-11-18T09:30:00.000Z',
      '2026-11-18T10:30:00.000Z',
      '2026-11-18T11:30:00.000Z',
    ])
  })

  it('begins an hour before a moment, at most an hour, where clocks change at a quarter to it', () => {
    // From 02:45 to 03:45, so that there is no three o'clock; and back from 03:45 to 02:45.
    expect(starts('2027-09-25T14:00:00Z', '2027-09-25T14:30:00Z', 'hour', 'Pacific/Chatham')).toEqual([
      '2027-09-25T13:15:00.000Z',
      '2027-09-25T14:15:00.000Z',
    ])
    expect(starts('2027-04-03T14:10:00Z', '2027-04-03T14:30:00Z', 'hour', 'Pacific/Chatham')).toEqual([
      '2027-04-03T13:15:00.000Z',
      '2027-04-03T14:15:00.000Z',
    ])
  })

  it('begins hours where the zone does again after clocks changed by half an hour', () => {
    // Back from 02:00 to 01:30, and forward from 02:00 to 02:30.
    expect(starts('2029-03-31T14:00:00Z', '2029-03-31T17:00:00Z', 'hour', 'Australia/Lord_Howe')).toEqual([
      '2029-03-31T14:00:00.000Z',
      '2029-03-31T15:00:00.000Z',
      '2029-03-31T15:30:00.000Z',
      '2029-03-31T16:30:00.000Z',
    ])
    expect(starts('2029-10-06T15:00:00Z', '2029-10-06T17:30:00Z', 'hour', 'Australia/Lord_Howe')).toEqual([
      '2029-10-06T14:30:00.000Z',
      '2029-10-06T15:30:00.000Z',
      '2029-10-06T16:00:00.000Z',
      '2029-10-06T17:00:00.000Z',
    ])
  })

  it('gives no more than may be shown, however long the range', () => {
    expect(bucketStarts(0, 5_000 * HOUR_MS, 'hour', 'UTC')).toHaveLength(MAX_BUCKETS)
  })

  it('covers the range without a gap, by buckets that rise', () => {
    const zone = fc.constantFrom(
      'UTC',
      'Europe/London',
      'America/St_Johns',
      'Pacific/Chatham',
      'America/Havana',
      'Australia/Lord_Howe',
    )
    const from = fc.integer({ min: Date.UTC(2020), max: Date.UTC(2030) })
    const interval = fc.constantFrom('hour' as const, 'day' as const)
    fc.assert(
      fc.property(
        zone,
        interval,
        from,
        fc.integer({ min: 1, max: 40 * 24 * HOUR_MS }),
        (zone, interval, from, length) => {
          const at = bucketStarts(from, from + length, interval, zone)
          expect(at[0]).toBeLessThanOrEqual(from)
          expect(at.at(-1)).toBeLessThan(from + length)
          const longest = interval === 'hour' ? HOUR_MS : 25 * HOUR_MS
          // Those of a part of the range are those of the whole.
          const middle = at[Math.floor(at.length / 2)] ?? 0
          expect(bucketStarts(middle, from + length, interval, zone)).toEqual(
            at.filter((start) => start >= middle),
          )
          expect(at[0]).toBeGreaterThan(from - longest)
          const gaps = at.slice(1).map((start, i) => start - (at[i] ?? 0))
          for (const gap of [...gaps, from + length - (at.at(-1) ?? 0)]) {
            expect(gap).toBeGreaterThan(0)
            expect(gap).toBeLessThanOrEqual(longest)
          }
        },
      ),
    )
  })
})
