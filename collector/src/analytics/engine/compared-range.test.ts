import { describe, expect, it } from 'vitest'
import { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { comparedRange } from './compared-range.ts'

const LATER = Date.UTC(2027, 0, 1)

function compared(
  from: string,
  to: string,
  comparison: 'previous' | 'week' | 'year',
  now = LATER,
  tz = 'Europe/London',
) {
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

  it('goes 52 weeks back for a year', () => {
    expect(compared('2026-11-16T00:00:00Z', '2026-11-19T00:00:00Z', 'year')).toEqual([
      '2025-11-17T00:00:00.000Z',
      '2025-11-20T00:00:00.000Z',
    ])
  })

  it('ends as long after its beginning as now is after that of the range', () => {
    const now = Date.parse('2026-11-18T10:30:00Z')
    expect(compared('2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z', 'previous', now)).toEqual([
      '2026-11-09T00:00:00.000Z',
      '2026-11-11T10:30:00.000Z',
    ])
  })

  it('is never empty, not even for a range that has not begun', () => {
    const [from = '', to = ''] = compared('2026-11-16T00:00:00Z', '2026-11-17T00:00:00Z', 'previous', 0)
    expect(Date.parse(to)).toBeGreaterThan(Date.parse(from))
  })
})
