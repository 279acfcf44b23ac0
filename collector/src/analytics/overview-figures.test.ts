import { describe, expect, it } from 'vitest'
import { conversionRate } from './overview-figures.ts'

describe('conversionRate', () => {
  it.each([
    [0, 0, 0],
    [5, 0, 0],
    [0, 5, 0],
    [1, 3, 33.33],
    [2, 3, 66.67],
    [1, 1, 100],
    [3, 2, 150],
    [1, 20_000, 0.01],
    [1, 20_001, 0],
    [123, 4_567, 2.69],
    // A tie goes up.
    [57, 800, 7.13],
  ])('%i of %i is %f percent', (conversions, views, percent) => {
    expect(conversionRate(conversions, views)).toBe(percent)
  })
})
