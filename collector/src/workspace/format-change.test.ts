import { describe, expect, it } from 'vitest'
import { formatChange } from './format-change.ts'

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

  it('says of a rate whether so few sessions may differ by as much', () => {
    expect(formatChange('percent', 4, 2.5, [200, 200])).toBe('up 1.50 points, which may be chance')
    expect(formatChange('percent', 4, 2.5, [20_000, 20_000])).toBe('up 1.50 points')
    expect(formatChange('percent', 4, 4, [200, 200])).toBe('unchanged')
  })
})
