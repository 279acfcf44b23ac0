import { describe, expect, it } from 'vitest'
import {
  addDays,
  dayAt,
  fromCalendarDate,
  instantAt,
  parseDay,
  startOfDay,
  toCalendarDate,
  type Day,
} from './day.ts'

const day = (text: string) => text as Day

it.each([
  ['winter', '2026-11-20', 'Europe/London', '2026-11-20T00:00:00.000Z'],
  ['summer', '2026-07-01', 'Europe/London', '2026-06-30T23:00:00.000Z'],
  ['the day the clocks go forward', '2026-03-29', 'Europe/London', '2026-03-29T00:00:00.000Z'],
  ['the day after', '2026-03-30', 'Europe/London', '2026-03-29T23:00:00.000Z'],
  ['the day the clocks go back', '2026-10-25', 'Europe/London', '2026-10-24T23:00:00.000Z'],
  ['the day after that', '2026-10-26', 'Europe/London', '2026-10-26T00:00:00.000Z'],
  ['a zone far west', '2026-03-08', 'America/Los_Angeles', '2026-03-08T08:00:00.000Z'],
  ['a zone far east', '2026-04-05', 'Pacific/Auckland', '2026-04-04T11:00:00.000Z'],
])('startOfDay: %s', (_name, text, zone, instant) => {
  expect(startOfDay(day(text), zone).toISOString()).toBe(instant)
})

it.each([
  ['winter', '2026-11-20', '17:00', '2026-11-20T17:00:00.000Z'],
  ['summer', '2026-07-01', '17:00', '2026-07-01T16:00:00.000Z'],
  ['the evening of the day the clocks go back', '2026-10-25', '17:30', '2026-10-25T17:30:00.000Z'],
  ['before they do', '2026-10-25', '00:30', '2026-10-24T23:30:00.000Z'],
  ['the evening of the day they go forward', '2026-03-29', '17:00', '2026-03-29T16:00:00.000Z'],
])('instantAt: %s', (_name, text, time, instant) => {
  expect(instantAt(day(text), time, 'Europe/London').toISOString()).toBe(instant)
})

it('dayAt is the day on the wall of that zone', () => {
  const lateEvening = new Date('2026-07-01T23:30:00Z')
  expect(dayAt(lateEvening, 'Europe/London')).toBe('2026-07-02')
  expect(dayAt(lateEvening, 'America/New_York')).toBe('2026-07-01')
})

describe('parseDay', () => {
  it('accepts days that exist', () => {
    expect(parseDay('2028-02-29')).toBe('2028-02-29')
  })

  it.each(['2026-02-29', '2026-13-01', '2026-1-1', '20261101', ' 2026-11-01', ''])('refuses %j', (text) => {
    expect(parseDay(text)).toBeNull()
  })
})

it('addDays crosses months, years and changes of the clock', () => {
  expect(addDays(day('2026-12-31'), 1)).toBe('2027-01-01')
  expect(addDays(day('2026-03-28'), 2)).toBe('2026-03-30')
  expect(addDays(day('2026-03-01'), -1)).toBe('2026-02-28')
})

it('calendar dates keep the day there and back', () => {
  for (const text of ['2026-03-29', '2026-10-25', '2026-01-01']) {
    expect(fromCalendarDate(toCalendarDate(day(text)))).toBe(text)
  }
})
