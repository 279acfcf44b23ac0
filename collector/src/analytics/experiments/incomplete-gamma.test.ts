import { describe, expect, it } from 'vitest'
import { logGamma, upperGamma } from './incomplete-gamma.ts'

describe('logGamma', () => {
  it.each([
    [1, 0],
    [2, 0],
    [0.5, 0.5 * Math.log(Math.PI)],
    [5, Math.log(24)],
    [11, Math.log(3_628_800)],
    // Abramowitz and Stegun, table 6.4.
    [101, 363.739375555563],
  ])('of %d', (x, value) => {
    expect(logGamma(x)).toBeCloseTo(value, 11)
  })
})

describe('upperGamma', () => {
  it('is e to the -x for a = 1', () => {
    for (const x of [0, 0.1, 1, 2, 5, 50, 600]) expect(upperGamma(1, x) / Math.exp(-x)).toBeCloseTo(1, 11)
  })

  it.each([
    // Quantiles of chi-square, published to three decimals: 95 %, 99 %, 99.9 %.
    [1, 3.841459, 0.05],
    [2, 5.991465, 0.05],
    [3, 7.814728, 0.05],
    [10, 18.307038, 0.05],
    [1, 10.827566, 0.001],
    [2, 13.815511, 0.001],
    [5, 20.515006, 0.001],
    [30, 50.892181, 0.01],
  ])('with %d degrees of freedom leaves the right tail of chi-square %d', (df, chiSquare, tail) => {
    expect(upperGamma(df / 2, chiSquare / 2) / tail).toBeCloseTo(1, 5)
  })

  it('keeps the digits of what is next to nothing: one less P would be 0', () => {
    expect(upperGamma(0.5, 200) / 5.50725e-89).toBeCloseTo(1, 5)
  })

  it('is 1 at 0 and 0 at infinity, and falls between', () => {
    expect(upperGamma(1.5, 0)).toBe(1)
    expect(upperGamma(1.5, Infinity)).toBe(0)
    let before = 1
    for (let x = 0.05; x < 40; x += 0.05) {
      const q = upperGamma(1.5, x)
      expect(q).toBeLessThan(before)
      before = q
    }
  })
})
