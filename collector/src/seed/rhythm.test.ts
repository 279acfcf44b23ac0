import { describe, expect, it } from 'vitest'
import { hoursBetween, readingWeight, visitsByHour } from './rhythm.ts'

const UNTIL = Date.parse('2026-11-20T12:30:00.000Z')
const DAY_MS = 24 * 3_600_000

describe('readingWeight', () => {
  const week = (hour: number) => [1, 2, 3, 4, 5, 6, 7].map((weekday) => readingWeight({ weekday, hour }))

  it('is greatest on Friday at every hour', () => {
    for (let hour = 0; hour < 24; hour++) expect(Math.max(...week(hour))).toBe(week(hour)[4])
  })

  it('is greatest in the evening and least before dawn', () => {
    const day = Array.from({ length: 24 }, (_, hour) => readingWeight({ weekday: 3, hour }))
    expect(day.indexOf(Math.max(...day))).toBe(20)
    expect(day.indexOf(Math.min(...day))).toBeGreaterThanOrEqual(2)
    expect(day.indexOf(Math.min(...day))).toBeLessThanOrEqual(4)
    expect(Math.max(...day) / Math.min(...day)).toBeGreaterThan(8)
  })
})

describe('hoursBetween', () => {
  it('tells London time, on both sides of the end of summer time', () => {
    const [before, , after] = hoursBetween(
      Date.parse('2026-10-25T00:00:00.000Z'),
      Date.parse('2026-10-25T03:00:00.000Z'),
    )
    expect(before).toMatchObject({ weekday: 7, hour: 1 })
    expect(after).toMatchObject({ weekday: 7, hour: 2 })
  })
})

describe('visitsByHour', () => {
  const hours = hoursBetween(UNTIL - 90 * DAY_MS, UNTIL)

  it.each([1, 7, 1_000, 123_457])('gives out exactly %i visits, none of them negative', (visits) => {
    const counts = visitsByHour(hours, visits, 1)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(visits)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(0)
  })

  it('follows the week', () => {
    const counts = visitsByHour(hours, 100_000, 1)
    const ofWeekday = (weekday: number) =>
      counts.reduce((sum, count, index) => sum + (hours[index]?.weekday === weekday ? count : 0), 0)
    const friday = ofWeekday(5)
    for (const weekday of [1, 2, 3, 4, 6, 7]) expect(friday).toBeGreaterThan(ofWeekday(weekday) * 1.15)
  })

  it('differs by seed and not by run', () => {
    expect(visitsByHour(hours, 5_000, 1)).toEqual(visitsByHour(hours, 5_000, 1))
    expect(visitsByHour(hours, 5_000, 1)).not.toEqual(visitsByHour(hours, 5_000, 2))
  })
})
