import { describe, expect, it } from 'vitest'
import { normalQuantile, normalTail } from './normal-tail.ts'

describe('normalQuantile', () => {
  it.each([
    [0.5, 0],
    [0.8, 0.841621],
    [0.95, 1.644854],
    [0.975, 1.959964],
    [0.9875, 2.241403],
    [0.9995, 3.290527],
    [0.025, -1.959964],
  ])('of %d', (q, z) => {
    expect(normalQuantile(q)).toBeCloseTo(z, 6)
  })
})

describe('normalTail', () => {
  it('is symmetric and keeps its digits far out', () => {
    expect(normalTail(0)).toBe(0.5)
    expect(normalTail(-1) + normalTail(1)).toBeCloseTo(1, 14)
    // Abramowitz and Stegun, table 26.2: Q(10).
    expect(normalTail(10) / 7.61985e-24).toBeCloseTo(1, 5)
  })
})
