import { describe, expect, it } from 'vitest'
import { events } from '../../content/events.ts'
import { isPast, orderEvents } from './order-events.ts'

const dates = (list: readonly { date: string }[]) => list.map(({ date }) => date)
const on = (...days: string[]) => days.map((date) => ({ date }))

describe('isPast', () => {
  it('is false on the day itself and true from the next', () => {
    expect(isPast('2026-11-20', '2026-11-20')).toBe(false)
    expect(isPast('2026-11-19', '2026-11-20')).toBe(true)
    expect(isPast('2026-11-21', '2026-11-20')).toBe(false)
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
})
