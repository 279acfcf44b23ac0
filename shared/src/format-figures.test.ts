import { describe, expect, it } from 'vitest'
import { countOf, formatCount, formatDuration, formatRate, formatShare } from './format-figures.ts'

describe('numbers', () => {
  it('group thousands', () => {
    expect(formatCount(1234567)).toBe('1,234,567')
    expect(formatCount(0)).toBe('0')
  })

  it('name what is counted', () => {
    expect(countOf(0, 'view')).toBe('0 views')
    expect(countOf(1, 'view')).toBe('1 view')
    expect(countOf(12345, 'unique session')).toBe('12,345 unique sessions')
  })

  it('give rates two decimals and shares one', () => {
    expect(formatRate(3.2)).toBe('3.20%')
    expect(formatRate(0)).toBe('0.00%')
    expect(formatShare(40)).toBe('40.0%')
    expect(formatShare(33.3)).toBe('33.3%')
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
