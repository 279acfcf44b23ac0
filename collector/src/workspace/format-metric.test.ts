import { describe, expect, it } from 'vitest'
import { formatChange, formatMetric } from './format-metric.ts'

describe('formatMetric', () => {
  it.each([
    ['count', 12_345, '12,345'],
    ['percent', 3.266, '3.27%'],
    ['seconds', 72.4, '72 s'],
    ['ratio', 1.694, '1.69'],
    ['gbp', 120, '£120.00'],
    ['count', null, '–'],
  ] as const)('%s of %s is %s', (unit, value, words) => {
    expect(formatMetric(unit, value)).toBe(words)
  })
})

describe('formatChange', () => {
  it.each([
    ['count', 112, 100, 'up 12%'],
    ['count', 97, 100, 'down 3%'],
    ['count', 1_001, 1_000, 'unchanged'],
    ['count', 5, 0, 'new'],
    ['count', 0, 0, 'unchanged'],
    ['percent', 4, 2.5, 'up 1.50 points'],
    ['percent', null, 2.5, ''],
    ['count', 5, undefined, ''],
  ] as const)('%s from %s against %s is: %s', (unit, value, before, words) => {
    expect(formatChange(unit, value, before)).toBe(words)
  })
})
