import { describe, expect, it } from 'vitest'
import { changeText, durationText, gainText, percent } from './change-text.ts'
import type { InterimAnalysis } from './interim-analysis.ts'

const analysis = (
  liftInterval: [number, number] | null,
  interval: [number, number] = [0, 0],
): InterimAnalysis => ({
  difference: 0,
  interval,
  lift: null,
  liftInterval,
  p: 1,
})

describe('the words of a change', () => {
  it.each([
    [[-0.36, -0.05], 'between 36% and 5% fewer'],
    [[-0.0549, 0.5322], 'between 5% fewer and 53% more'],
    [[0.038, 0.39], 'between 3% and 39% more'],
    [[-1, -0.989], 'between 100% and 98% fewer'],
    [[-0.2, -0.046], 'between 20% and 4% fewer'],
    [[-0.2, -0.0004], 'between 20% and less than 0.1% fewer'],
    [[0.0096, 0.2], 'between 0.9% and 20% more'],
    [[-0.004, 0.0001], 'between 0.4% fewer and less than 0.1% more'],
  ] as const)('%j: %s', (interval, words) => {
    expect(changeText(analysis([...interval]), false)).toBe(words)
  })

  it('are points or pounds where there is no relative change', () => {
    expect(changeText(analysis(null, [-0.012, 0.034]), false)).toBe(
      'between 1.2 points fewer and 3.4 points more',
    )
    expect(changeText(analysis(null, [-0.5, 1.25]), true)).toBe('between £0.50 less and £1.25 more')
    expect(changeText(analysis(null, [-0.02, -0.0003]), false)).toBe(
      'between 2.0 points and less than 0.1 points fewer',
    )
    expect(changeText(analysis(null, [0.019, 0.3]), true)).toBe('between £0.01 and £0.30 more')
  })

  it('promise no more than the lower end', () => {
    expect(gainText(analysis([0.0399, 0.39]), false)).toBe('at least 3% and up to 39% more')
    expect(gainText(analysis([0.004, 0.39]), false)).toBe('at least 0.4% and up to 39% more')
    expect(gainText(analysis([0.0096, 0.2]), false)).toBe('at least 0.9% and up to 20% more')
    expect(gainText(analysis([0.0003, 0.2]), false)).toBe('between less than 0.1% and 20% more')
    expect(gainText(analysis(null, [0.01, 0.02]), false)).toBe('between 1.0 points and 2.0 points more')
  })
})

describe('percent', () => {
  it.each([
    [0, '0%'],
    [0.0001, 'less than 0.1%'],
    [0.0051, '0.5%'],
    [0.125, '13%'],
    [2, '200%'],
  ])('%d: %s', (share, words) => {
    expect(percent(share)).toBe(words)
  })
})

describe('durationText', () => {
  it.each([
    [0, '1 day'],
    [1, '1 day'],
    [10, '10 days'],
    [11, '2 weeks'],
    [42, '6 weeks'],
    [43, '7 weeks'],
    [91, '4 months'],
    [900, '3 years'],
  ])('%d days: %s', (days, words) => {
    expect(durationText(days)).toBe(words)
  })
})
