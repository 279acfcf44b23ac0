import { describe, expect, it } from 'vitest'
import {
  formatClock,
  formatClockWithSeconds,
  formatLongDay,
  formatMoment,
  formatShortDay,
  longRangeLabel,
  rangeLabel,
} from './time.ts'

describe('times', () => {
  it('are those of the publication, in summer and in winter', () => {
    expect(formatClock(new Date('2026-07-01T23:05:00Z'))).toBe('00:05')
    expect(formatClock(new Date('2026-11-20T09:05:00Z'))).toBe('09:05')
    expect(formatClockWithSeconds(new Date('2026-11-20T09:05:07Z'))).toBe('09:05:07')
  })

  it('belong to the day of the publication', () => {
    const pastMidnight = new Date('2026-07-01T23:05:00Z')
    expect(formatShortDay(pastMidnight)).toBe('Thu 2 Jul')
    expect(formatMoment(pastMidnight)).toBe('Thu 2 Jul 2026, 00:05')
    expect(formatLongDay(pastMidnight)).toBe('Thursday 2 July 2026')
  })
})

describe('rangeLabel', () => {
  it('reads MMM dd - MMM dd', () => {
    expect(rangeLabel('2026-11-13', '2026-11-20')).toBe('Nov 13 - Nov 20')
    expect(rangeLabel('2026-09-01', '2026-09-01')).toBe('Sep 01 - Sep 01')
  })

  it('prompts for a range while an end is missing', () => {
    expect(rangeLabel('2026-11-13', null)).toBe('Pick a date range')
    expect(rangeLabel(null, null)).toBe('Pick a date range')
  })
})

describe('longRangeLabel', () => {
  it('says month and year once where they are the same', () => {
    expect(longRangeLabel('2026-11-13', '2026-11-20')).toBe('13 to 20 November 2026')
    expect(longRangeLabel('2026-10-24', '2026-11-20')).toBe('24 October to 20 November 2026')
  })

  it('leaves no doubt about the year', () => {
    expect(longRangeLabel('2025-12-30', '2026-01-02')).toBe('30 December 2025 to 2 January 2026')
    expect(longRangeLabel('2025-11-30', '2026-11-30')).toBe('30 November 2025 to 30 November 2026')
    expect(longRangeLabel('2026-01-02', '2026-01-02')).toBe('2 January 2026')
  })
})
