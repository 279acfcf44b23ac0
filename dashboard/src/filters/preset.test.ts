import { describe, expect, it } from 'vitest'
import type { Day } from './day.ts'
import { PRESETS, presets, type Preset } from './preset.ts'

const on = (today: string) => (preset: Preset) => {
  const { from, to } = PRESETS[preset].days(today as Day)
  return `${from}..${to}`
}

describe('presets', () => {
  it('are days of the calendar, today among them where they run up to now', () => {
    const days = on('2026-11-20')
    expect(Object.fromEntries(presets.map((preset) => [preset, days(preset)]))).toEqual({
      today: '2026-11-20..2026-11-20',
      yesterday: '2026-11-19..2026-11-19',
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
