import { describe, expect, it } from 'vitest'
import { daysOf, defaultRange, periodOf, type DateRange } from './date-range.ts'
import type { Day } from './day.ts'

const now = new Date('2026-11-20T14:02:31Z')
const today = '2026-11-20' as Day
const days = (from: string, to: string): DateRange => ({ kind: 'days', from: from as Day, to: to as Day })

describe('the last seven days', () => {
  it('end with the running minute and are exactly seven days long', () => {
    expect(periodOf(defaultRange, today).bounds(now)).toEqual({
      from: '2026-11-13T14:03:00.000Z',
      to: '2026-11-20T14:03:00.000Z',
    })
  })

  it('include what happens at this very instant, even on the minute', () => {
    const onTheMinute = new Date('2026-11-20T14:03:00Z')
    expect(periodOf(defaultRange, today).bounds(onTheMinute).to).toBe('2026-11-20T14:04:00.000Z')
  })

  it('end now and touch eight days of the calendar', () => {
    expect(periodOf(defaultRange, today).endsNow).toBe(true)
    expect(daysOf(defaultRange, now)).toEqual({ from: '2026-11-13', to: '2026-11-20' })
  })
})

describe('whole days', () => {
  it('include the last day to its end', () => {
    expect(periodOf(days('2026-11-01', '2026-11-07'), today).bounds(now)).toEqual({
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-08T00:00:00.000Z',
    })
  })

  it('follow the clocks of the publication', () => {
    const { from, to } = periodOf(days('2026-10-25', '2026-10-25'), today).bounds(now)
    expect(Date.parse(to) - Date.parse(from)).toBe(25 * 3_600_000)
  })

  it('end now only when today is among them', () => {
    expect(periodOf(days('2026-11-01', '2026-11-20'), today).endsNow).toBe(true)
    expect(periodOf(days('2026-11-01', '2026-11-19'), today).endsNow).toBe(false)
  })
})
