import { describe, expect, it } from 'vitest'
import { type Arm, conversionArm, valueArm, withVariance } from './arm.ts'
import { boundaryConstant, analyse } from './interim-analysis.ts'

const expectClose = (value: number | undefined, expected: number) =>
  expect((value ?? Number.NaN) / expected).toBeCloseTo(1, 5)

describe('boundaryConstant', () => {
  // The 95 %, 97.5 % and 99 % quantiles of chi-square with 3 degrees of freedom, from published tables.
  it.each([
    [0.05, 7.814728],
    [0.025, 9.348404],
    [0.01, 11.344867],
  ])('for %d', (alpha, constant) => {
    expect(boundaryConstant(alpha)).toBeCloseTo(constant, 5)
  })
})

interface Vector {
  readonly control: Arm
  readonly variant: Arm
  readonly first: readonly [control: number, variant: number]
  readonly alpha: number
  readonly interval: readonly [number, number]
  readonly p: number
  readonly lift?: readonly [number, number]
}

/** Worked out twice, by other implementations, for the text that the method is taken from. */
const VECTORS: Record<string, Vector> = {
  'no verdict yet': {
    control: conversionArm(5_600, 280),
    variant: conversionArm(5_600, 336),
    first: [1_400, 1_400],
    alpha: 0.05,
    interval: [-0.00306567, 0.0230657],
    p: 0.261086,
    lift: [-0.0548597, 0.532197],
  },
  'a better variant': {
    control: conversionArm(16_800, 840),
    variant: conversionArm(16_800, 1_008),
    first: [1_400, 1_400],
    alpha: 0.05,
    interval: [0.00201888, 0.0179811],
    p: 0.00336765,
    lift: [0.0376057, 0.39068],
  },
  'one of two variants': {
    control: conversionArm(6_720, 336),
    variant: conversionArm(5_040, 318),
    first: [1_680, 1_260],
    alpha: 0.025,
    interval: [-0.00110987, 0.0273003],
    p: 0.0517834,
  },
  'a variant that stops every conversion': {
    control: conversionArm(4_000, 200),
    variant: conversionArm(4_000, 0),
    first: [1_400, 1_400],
    alpha: 0.05,
    interval: [-0.0602734, -0.0397266],
    p: 4.97391e-45,
    lift: [-1, -0.989247],
  },
  'value per session': {
    control: valueArm(5_600, 11_200, 694_400),
    variant: valueArm(5_600, 13_440, 860_160),
    first: [1_400, 1_400],
    alpha: 0.05,
    interval: [-0.263438, 1.06344],
    p: 0.581088,
  },
}

describe('analyse', () => {
  it.each(Object.entries(VECTORS))('%s', (_, { control, variant, first, alpha, ...expected }) => {
    const analysis = analyse(control, variant, { control: first[0], variant: first[1] }, alpha)
    expectClose(analysis?.interval[0], expected.interval[0])
    expectClose(analysis?.interval[1], expected.interval[1])
    expectClose(analysis?.p, expected.p)
    if (expected.lift) {
      expectClose(analysis?.liftInterval?.[0], expected.lift[0])
      expectClose(analysis?.liftInterval?.[1], expected.lift[1])
    }
  })

  it('has a p at or below alpha exactly where the interval leaves out 0', () => {
    const control = conversionArm(5_600, 280)
    for (let converted = 150; converted < 450; converted++) {
      const analysis = analyse(
        control,
        conversionArm(5_600, converted),
        { control: 1_400, variant: 1_400 },
        0.05,
      )
      const [low = 0, high = 0] = analysis?.interval ?? []
      expect((analysis?.p ?? 1) <= 0.05).toBe(low > 0 || high < 0)
    }
  })

  it('says nothing of an empty arm', () => {
    const first = { control: 10, variant: 10 }
    expect(analyse(conversionArm(0, 0), conversionArm(10, 1), first, 0.05)).toBeNull()
    expect(analyse(conversionArm(10, 1), conversionArm(0, 0), first, 0.05)).toBeNull()
  })
})

describe('conversionArm', () => {
  it.each([
    [10, 11],
    [10, -1],
    [10, Number.NaN],
  ])('refuses %d sessions with %d conversions', (n, converted) => {
    expect(() => conversionArm(n, converted)).toThrow(RangeError)
  })
})

describe('withVariance', () => {
  it('gives an arm whose sessions are worth nothing the mean variance, so that its interval has a width', () => {
    const [control, broken] = withVariance([valueArm(1_000, 500, 2_500), valueArm(1_000, 0, 0)])
    expect(broken?.variance).toBeCloseTo((control?.variance ?? 0) / 2, 12)
    expect(broken?.mean).toBe(0)
  })
})
