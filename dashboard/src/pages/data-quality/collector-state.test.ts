import { describe, expect, it } from 'vitest'
import { collectorState } from './collector-state.ts'

describe('collectorState', () => {
  it.each([
    ['here', 'this one'],
    ['live', 'running'],
    ['stopped', 'stopped'],
    ['retired', 'retired with its log'],
  ] as const)('calls %s “%s”, however old its heartbeat', (state, words) => {
    expect(collectorState({ state, age_ms: 5_000 })).toBe(words)
    expect(collectorState({ state, age_ms: 90_000_000 })).toBe(words)
  })

  it.each([
    [59_999, 'no heartbeat for 59 seconds'],
    [60_000, 'no heartbeat for 1 minute'],
    [3_600_000 * 5, 'no heartbeat for 5 hours'],
    [86_400_000 * 2.5, 'no heartbeat for 2 days'],
  ])('names the time since the last heartbeat: %i ms', (age_ms, words) => {
    expect(collectorState({ state: 'expired', age_ms })).toBe(words)
  })
})
