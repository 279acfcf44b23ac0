import { describe, expect, it } from 'vitest'
import { formatClock, formatClockWithSeconds, formatLongDay, formatMoment, formatShortDay } from './time.ts'

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
