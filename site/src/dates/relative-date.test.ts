import { publication } from '@half-measure/shared/publication.ts'
import { describe, expect, it } from 'vitest'
import { daysBefore, daysBetween, londonDay, relativeDate } from './relative-date.ts'

describe('relativeDate', () => {
  it.each([
    ['2026-11-20', 'Today'],
    ['2026-11-21', 'Today'],
    ['2026-11-19', '1 day ago'],
    ['2026-11-18', '2 days ago'],
    ['2026-10-22', '29 days ago'],
    ['2026-10-21', '1 month ago'],
    ['2026-09-21', '2 months ago'],
    ['2025-11-21', '12 months ago'],
    ['2025-11-20', '1 year ago'],
    ['2024-11-20', '2 years ago'],
  ])('says of %s, read on 2026-11-20: %s', (day, label) => {
    expect(relativeDate(day, '2026-11-20')).toBe(label)
  })
})

describe('londonDay', () => {
  it('is the day in London, not in UTC', () => {
    expect(londonDay(new Date('2026-07-01T23:30:00Z'))).toBe('2026-07-02')
    expect(londonDay(new Date('2026-12-01T23:30:00Z'))).toBe('2026-12-01')
  })

  it('is that of the magazine’s time zone, at any hour of the year', () => {
    const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: publication.timeZone })
    for (let at = Date.UTC(2027, 0, 1); at < Date.UTC(2029, 0, 1); at += 30 * 60_000)
      expect(londonDay(new Date(at))).toBe(calendar.format(at))
  })
})

describe('days', () => {
  it('are counted across the change of clocks', () => {
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2)
    expect(daysBefore('2026-10-26', 2)).toBe('2026-10-24')
  })
})
