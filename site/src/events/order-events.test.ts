import { describe, expect, it } from 'vitest'
import { events } from '../../content/events.ts'
import { isPast, orderEvents } from './order-events.ts'

const dates = (list: readonly { date: string }[]) => list.map(({ date }) => date)
const on = (...days: string[]) => days.map((date) => ({ date }))

describe('isPast', () => {
  it('is false on the day itself and true from the next', () => {
    expect(isPast({ date: '2026-11-20' }, '2026-11-20')).toBe(false)
    expect(isPast({ date: '2026-11-19' }, '2026-11-20')).toBe(true)
    expect(isPast({ date: '2026-11-21' }, '2026-11-20')).toBe(false)
  })

  it('is false until the last of several days', () => {
    const event = { date: '2026-11-01', lastDay: '2026-11-20' }
    expect(isPast(event, '2026-11-20')).toBe(false)
    expect(isPast(event, '2026-11-21')).toBe(true)
  })
})

describe('orderEvents', () => {
  it('puts upcoming events first, soonest first, and past ones after them, latest first', () => {
    const list = on('2025-02-01', '2027-01-01', '2026-11-19', '2026-11-20', '2026-12-24')
    expect(dates(orderEvents(list, '2026-11-20'))).toEqual([
      '2026-11-20',
      '2026-12-24',
      '2027-01-01',
      '2026-11-19',
      '2025-02-01',
    ])
  })

  it('puts an event that has begun and goes on before those to come', () => {
    const begun = { date: '2026-11-01', lastDay: '2026-12-01' }
    const list = [...on('2026-11-19', '2026-11-20'), begun]
    expect(dates(orderEvents(list, '2026-11-20'))).toEqual(['2026-11-01', '2026-11-20', '2026-11-19'])
  })

  it('leaves its input as it was', () => {
    const list = on('2027-01-01', '2026-12-01')
    orderEvents(list, '2026-11-20')
    expect(dates(list)).toEqual(['2027-01-01', '2026-12-01'])
  })
})

describe('the calendar', () => {
  it('is in order of date, each event with an id of its own', () => {
    expect(dates(events)).toEqual(dates(events).toSorted())
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  })

  const weeks: Record<string, number> = { three: 3, four: 4, six: 6 }

  it.each(events.filter(({ hours }) => hours.includes('weeks')))(
    'lets $id last for as many weeks as are printed',
    ({ date, lastDay = date, hours }) => {
      const [, count = ''] = /for (\w+) weeks/.exec(hours) ?? []
      expect((Date.parse(lastDay) - Date.parse(date)) / 86_400_000 + 1).toBe((weeks[count] ?? NaN) * 7)
    },
  )
})
