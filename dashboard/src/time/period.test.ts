import { type Preset, presets } from '@half-measure/shared/stats/presets.ts'
import { describe, expect, it } from 'vitest'
import type { Day } from './day.ts'
import {
  countDays,
  fileName,
  periodOf,
  periodParams,
  pickDay,
  PRESETS,
  rangeDays,
  type TimeRange,
} from './period.ts'

const on = (today: string) => (preset: Preset) => {
  const { from, to } = rangeDays({ kind: 'preset', preset }, today as Day)
  return `${from}..${to}`
}

describe('presets', () => {
  it('are days of the calendar, today among them where they run up to now', () => {
    const days = on('2026-11-20')
    expect(Object.fromEntries(presets.map((preset) => [preset, days(preset)]))).toEqual({
      today: '2026-11-20..2026-11-20',
      yesterday: '2026-11-19..2026-11-19',
      rolling: '2026-11-13..2026-11-20',
      '7d': '2026-11-14..2026-11-20',
      '28d': '2026-10-24..2026-11-20',
      '91d': '2026-08-22..2026-11-20',
      month: '2026-11-01..2026-11-20',
      'last-month': '2026-10-01..2026-10-31',
      year: '2026-01-01..2026-11-20',
      '12mo': '2025-12-01..2026-11-20',
    })
  })

  it('cross the turn of the year', () => {
    const days = on('2026-01-01')
    expect(days('yesterday')).toBe('2025-12-31..2025-12-31')
    expect(days('last-month')).toBe('2025-12-01..2025-12-31')
    expect(days('year')).toBe('2026-01-01..2026-01-01')
    expect(days('12mo')).toBe('2025-02-01..2026-01-01')
  })

  it('know how long a month is', () => {
    expect(on('2028-03-31')('last-month')).toBe('2028-02-01..2028-02-29')
  })

  it('have a key each', () => {
    const keys = presets.map((preset) => PRESETS[preset].key)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

const now = new Date('2026-11-20T14:02:31Z')
const today = '2026-11-20' as Day
const days = (from: string, to: string): TimeRange => ({ kind: 'days', from: from as Day, to: to as Day })

describe('the seven days up to now', () => {
  const rolling = periodOf({ kind: 'preset', preset: 'rolling' }, today)

  it('end with the running minute and are exactly seven days long', () => {
    expect(rolling.bounds(now)).toEqual({ from: '2026-11-13T14:03:00.000Z', to: '2026-11-20T14:03:00.000Z' })
  })

  it('include what happens at this very instant, even on the minute', () => {
    expect(rolling.bounds(new Date('2026-11-20T14:03:00Z')).to).toBe('2026-11-20T14:04:00.000Z')
  })

  it('end now and are on eight days of the calendar', () => {
    expect(rolling.endsNow).toBe(true)
    expect(rolling.days).toEqual({ from: '2026-11-13', to: '2026-11-20' })
  })

  it('do not name a file as eight whole days', () => {
    expect(fileName('top-pages', rolling)).toBe('half-measure-top-pages-7-days-up-to-now-2026-11-20')
    expect(fileName('top-pages', periodOf({ kind: 'preset', preset: '7d' }, today))).toBe(
      'half-measure-top-pages-2026-11-14-2026-11-20',
    )
  })
})

describe('whole days', () => {
  it('are counted across a change of the clock', () => {
    expect(countDays({ from: '2026-10-24' as Day, to: '2026-10-26' as Day })).toBe(3)
  })

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

it('a period with bots is another one to caches, and says so to the API', () => {
  const range = days('2026-11-01', '2026-11-07')
  const [without, included] = [periodOf(range, today), periodOf(range, today, 'include')]
  expect(included.key).not.toBe(without.key)
  expect(periodParams(without, now).has('bots')).toBe(false)
  expect(periodParams(included, now).get('bots')).toBe('include')
})

describe('pickDay', () => {
  const [first, second] = ['2026-11-02' as Day, '2026-11-09' as Day]

  it('starts a new range where one was complete', () => {
    expect(pickDay({ from: first, to: second }, second)).toEqual({ from: second, to: null })
  })

  it('completes the range begun, in either order', () => {
    expect(pickDay({ from: first, to: null }, second)).toEqual({ from: first, to: second })
    expect(pickDay({ from: second, to: null }, first)).toEqual({ from: first, to: second })
    expect(pickDay({ from: first, to: null }, first)).toEqual({ from: first, to: first })
  })
})
