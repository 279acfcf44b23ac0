import { describe, expect, it } from 'vitest'
import { collectorState } from './collector-state.ts'

describe('collectorState', () => {
  it.each([
    ['here', 'answers here'],
    ['writing', 'writes'],
    ['stopped', 'stopped in order'],
    ['gone', 'lost with its log'],
  ] as const)('says of one that is %s that it %s, however old its books are', (state, words) => {
    expect(collectorState({ state, age_ms: 5_000 })).toBe(words)
    expect(collectorState({ state, age_ms: 90_000_000 })).toBe(words)
  })

  it.each([
    [59_999, 'silent for 59 seconds'],
    [60_000, 'silent for 1 minute'],
    [3_600_000 * 5, 'silent for 5 hours'],
    [86_400_000 * 2.5, 'silent for 2 days'],
  ])('says how long it heard nothing of one: %i ms', (age_ms, words) => {
    expect(collectorState({ state: 'old', age_ms })).toBe(words)
  })
})
