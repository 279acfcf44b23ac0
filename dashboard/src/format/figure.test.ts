import { describe, expect, it } from 'vitest'
import { exactFigure, formatDuration, shortFigure } from './figure.ts'

describe('figures', () => {
  it('are short where there is little room, and can be had in full', () => {
    expect(shortFigure('sessions', 9_999)).toBe('9,999')
    expect(shortFigure('sessions', 12_345)).toBe('12.3k')
    expect(exactFigure('sessions', 12_345)).toBe('12,345')
    expect(shortFigure('revenue', 1_204.5)).toBe('£1,204.50')
    expect(shortFigure('revenue', 1_234_567)).toBe('£1.2m')
  })

  it('have the form of their unit', () => {
    expect(shortFigure('bounce_rate', 41.527)).toBe('41.5%')
    expect(exactFigure('bounce_rate', 41.527)).toBe('41.53%')
    expect(shortFigure('views_per_visit', 1.5)).toBe('1.50')
    expect(shortFigure('visit_duration', 125.4)).toBe('2m 05s')
  })

  it('are a dash where there is nothing to divide by', () => {
    expect(shortFigure('bounce_rate', null)).toBe('–')
    expect(exactFigure('clicks', undefined)).toBe('–')
  })
})

describe('durations', () => {
  it('carry seconds over', () => {
    expect(formatDuration(0)).toBe('0s')
    expect(formatDuration(59.6)).toBe('1m 00s')
    expect(formatDuration(3_599.7)).toBe('1h 00m')
    expect(formatDuration(3_725)).toBe('1h 02m')
  })
})
