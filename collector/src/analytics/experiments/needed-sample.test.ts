import { describe, expect, it } from 'vitest'
import { conversionVariances, neededSample } from './needed-sample.ts'

const halves = { controlWeight: 0.5, variantWeight: 0.5, alpha: 0.05 }

describe('neededSample', () => {
  it('is that of the vector: 5 % of 2,800 a week, looking for a fifth more', () => {
    const needed = neededSample({ ...halves, ...conversionVariances(0.05, 0.2), firstAnalysis: 2_800 })
    expect((needed ?? 0) / 29_009.3).toBeCloseTo(1, 5)
    // At 11,200 sessions and 400 a day.
    expect(Math.ceil(((needed ?? 0) - 11_200) / 400)).toBe(45)
  })

  it('grows for a smaller lift, a stricter alpha and unequal arms', () => {
    const sampleFor = (lift: number, more = {}) =>
      neededSample({ ...halves, ...conversionVariances(0.05, lift), firstAnalysis: 2_800, ...more }) ?? 0
    expect(sampleFor(0.1)).toBeGreaterThan(3 * sampleFor(0.2))
    expect(sampleFor(0.2, { alpha: 0.025 })).toBeGreaterThan(sampleFor(0.2))
    expect(sampleFor(0.2, { controlWeight: 0.9, variantWeight: 0.1 })).toBeGreaterThan(2 * sampleFor(0.2))
  })

  it('is none where nothing is looked for or nothing varies', () => {
    expect(neededSample({ ...halves, ...conversionVariances(0, 0.2), firstAnalysis: 2_800 })).toBeNull()
    expect(neededSample({ ...halves, ...conversionVariances(0.05, 0), firstAnalysis: 2_800 })).toBeNull()
    expect(neededSample({ ...halves, ...conversionVariances(0.05, 0.2), firstAnalysis: 0 })).toBeNull()
  })
})
