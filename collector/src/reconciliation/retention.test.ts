import { describe, expect, it } from 'vitest'
import { oldestRetainedMonth } from './retention.ts'

describe('oldestRetainedMonth', () => {
  it.each([
    ['2026-11-20T10:00:00Z', 13, '202510'],
    ['2026-11-01T00:00:00Z', 1, '202610'],
    ['2026-01-31T23:59:59Z', 1, '202512'],
    ['2026-03-31T00:00:00Z', 1, '202602'],
    ['2026-01-15T00:00:00Z', 120, '201601'],
    // Still December in UTC.
    ['2027-01-01T00:30:00+01:00', 1, '202611'],
  ])('at %s, of %i months: %s', (now, months, expected) => {
    expect(oldestRetainedMonth(new Date(now), months)).toBe(expected)
  })
})
