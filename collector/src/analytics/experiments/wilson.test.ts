import { describe, expect, it } from 'vitest'
import { wilson } from './wilson.ts'

describe('wilson', () => {
  it.each([
    [1, 20, 0.00888145, 0.236131],
    // Newcombe, Statistics in Medicine 17 (1998), page 857: 81 of 263, 15 of 148, 1 of 29, 0 of 20.
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [1, 29, 0.0061, 0.1718],
    [0, 20, 0, 0.1611],
  ])('%d of %d', (converted, n, low, high) => {
    const interval = wilson(converted, n)
    expect(interval?.[0]).toBeCloseTo(low, 4)
    expect(interval?.[1]).toBeCloseTo(high, 4)
  })

  it('ends at 0 and 1 exactly, and is none without sessions', () => {
    expect(wilson(0, 7)?.[0]).toBe(0)
    expect(wilson(7, 7)?.[1]).toBe(1)
    expect(wilson(0, 0)).toBeNull()
  })
})
