import { describe, expect, it } from 'vitest'
import { startInFile, daysInFile } from './times-in-file.ts'

const LONDON = 'Europe/London'

describe('daysInFile', () => {
  it.each([
    ['whole days', '2026-11-01T00:00:00Z', '2026-11-08T00:00:00Z', '2026-11-01 to 2026-11-07'],
    [
      'a day that is not over',
      '2026-11-13T00:00:00Z',
      '2026-11-13T10:00:31Z',
      '2026-11-13 to 2026-11-13T10:00+00:00',
    ],
    [
      'seven days up to now',
      '2026-10-23T13:03:00Z',
      '2026-10-30T14:02:31Z',
      '2026-10-23T14:03+01:00 to 2026-10-30T14:02+00:00',
    ],
    ['a summer day', '2026-06-01T23:00:00Z', '2026-06-02T23:00:00Z', '2026-06-02 to 2026-06-02'],
    [
      'UTC midnights of summer',
      '2026-06-02T00:00:00Z',
      '2026-06-03T00:00:00Z',
      '2026-06-02T01:00+01:00 to 2026-06-03T01:00+01:00',
    ],
    ['the day with 25 hours', '2026-10-24T23:00:00Z', '2026-10-26T00:00:00Z', '2026-10-25 to 2026-10-25'],
  ])('names %s', (_, from, to, expected) => {
    expect(daysInFile({ from, to }, LONDON)).toBe(expected)
  })

  it('knows that a day begins at one where clocks skip midnight', () => {
    const range = { from: '2026-04-24T00:00:00+02:00', to: '2026-04-25T00:00:00+03:00' }
    expect(daysInFile(range, 'Africa/Cairo')).toBe('2026-04-24 to 2026-04-24')
  })
})

it.each([
  ['2026-06-01T23:00:00Z', LONDON, '2026-06-02', '2026-06-02T00:00+01:00'],
  ['2026-11-20T00:00:00Z', LONDON, '2026-11-20', '2026-11-20T00:00+00:00'],
  ['2026-11-20T03:30:00Z', 'America/St_Johns', '2026-11-20', '2026-11-20T00:00-03:30'],
])('names the day and the hour that begin at %s in %s', (start, timeZone, day, hour) => {
  expect(startInFile(new Date(start), 'day', timeZone)).toBe(day)
  expect(startInFile(new Date(start), 'hour', timeZone)).toBe(hour)
})

it('names a day that begins within one, as days compared with may, by its time', () => {
  expect(startInFile(new Date('2026-08-02T08:57:00Z'), 'day', LONDON)).toBe('2026-08-02T09:57+01:00')
})
