import { describe, expect, it } from 'vitest'
import { readDecimal, toNumber } from './decimal.ts'

describe('readDecimal', () => {
  it.each([
    ['12.5', 125_000n],
    ['0.0001', 1n],
    ['-3', -30_000n],
    ['-0.10', -1_000n],
    ['99999999999999.9999', 999_999_999_999_999_999n],
  ])('%s', (text, units) => {
    expect(readDecimal(text)).toBe(units)
  })

  it.each(['', '.5', '1.23456', '1,5', '1e3', ' 1', 'NaN'])('refuses %j', (text) => {
    expect(() => readDecimal(text)).toThrow(RangeError)
  })

  it('adds up without the error of floating point', () => {
    const sum = Array.from({ length: 1_000 }, () => readDecimal('0.1')).reduce((a, b) => a + b)
    expect(toNumber(sum)).toBe(100)
    expect(toNumber(readDecimal('0.1') + readDecimal('0.2'))).toBe(0.3)
  })
})
