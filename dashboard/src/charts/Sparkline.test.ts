import { describe, expect, it } from 'vitest'
import { sparklinePath } from './Sparkline.tsx'

describe('sparklinePath', () => {
  it('runs from left to right, from zero to the highest', () => {
    expect(sparklinePath([0, 5, 10])).toBe('M0 1L0.5 0.5L1 0')
  })

  it('lies at the bottom where everything is zero', () => {
    expect(sparklinePath([0, 0])).toBe('M0 1L1 1')
  })

  it('leaves a gap for a missing value', () => {
    expect(sparklinePath([10, 10, null, 10, 10])).toBe('M0 0L0.25 0M0.75 0L1 0')
    expect(sparklinePath([null, null])).toBe('')
  })
})
