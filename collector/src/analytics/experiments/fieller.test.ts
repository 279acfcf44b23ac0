import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conversionArm } from './arm.ts'
import { liftInterval } from './fieller.ts'
import { SINGLE_ANALYSIS_Z } from './wilson.ts'

const estimate = (n: number, converted: number) => {
  const { mean, variance } = conversionArm(n, converted)
  return { mean, variance: variance / n }
}

describe('liftInterval', () => {
  it('is that of the published formula for 280 and 336 of 5,600', () => {
    const [low, high] = liftInterval(estimate(5_600, 280), estimate(5_600, 336), SINGLE_ANALYSIS_Z) ?? [0, 0]
    expect(low).toBeCloseTo(0.029, 3)
    expect(high).toBeCloseTo(0.403, 3)
  })

  it('is none where the control is not clear of zero', () => {
    expect(liftInterval(estimate(20, 0), estimate(20, 4), SINGLE_ANALYSIS_Z)).toBeNull()
    expect(liftInterval(estimate(40, 2), estimate(40, 4), SINGLE_ANALYSIS_Z)).toBeNull()
  })

  it('leaves out no change exactly where the difference leaves out 0', () => {
    const arm = fc
      .integer({ min: 20, max: 5_000 })
      .chain((n) => fc.integer({ min: 0, max: n }).map((s) => ({ ...estimate(n, s) })))
    fc.assert(
      fc.property(arm, arm, fc.double({ min: 1, max: 5, noNaN: true }), (control, variant, c) => {
        const interval = liftInterval(control, variant, c)
        if (!interval) return
        const half = c * Math.sqrt(control.variance + variant.variance)
        const difference = variant.mean - control.mean
        // Equal but for rounding is no contradiction.
        if (Math.abs(Math.abs(difference) - half) < 1e-9) return
        expect(interval[0] > 0).toBe(difference > half)
        expect(interval[1] < 0).toBe(difference < -half)
      }),
    )
  })
})
