import { describe, expect, it } from 'vitest'
import { calendarFile } from './calendar.ts'

const event = {
  id: 'thaw-2027',
  name: 'Thaw',
  date: '2027-02-28',
  hours: 'Noon to eight',
  location: 'The Old Ropewalk, Hull',
  description: 'Thirty winter beers; two stoves.',
  expect: [
    'A bench at each stove, and a rota for sitting on it that everybody has so far been able to live with.',
  ],
  type: 'festival',
} as const

describe('an event’s calendar file', () => {
  it('is a whole day, ended by the first of the next month', () => {
    const file = calendarFile(event)
    expect(file).toContain('\r\nDTSTART;VALUE=DATE:20270228\r\nDTEND;VALUE=DATE:20270301\r\n')
    expect(file).toContain('\r\nLOCATION:The Old Ropewalk\\, Hull\r\n')
    expect(file).toContain('\r\nURL:https://site-origin.invalid/events/thaw-2027\r\n')
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  })

  it('goes on to the last of several days', () => {
    const file = calendarFile({ ...event, lastDay: '2027-03-13' })
    expect(file).toContain('\r\nDTSTART;VALUE=DATE:20270228\r\nDTEND;VALUE=DATE:20270314\r\n')
  })

  it('folds lines at 75 bytes, as RFC 5545 requires, and loses nothing', () => {
    const file = calendarFile(event)
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(file.replaceAll('\r\n ', '')).toContain(
      'DESCRIPTION:Thirty winter beers\\; two stoves. Noon to eight. This event is invented.\r\n',
    )
  })
})
