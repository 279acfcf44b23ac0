import { describe, expect, it } from 'vitest'
import { millisecondsUntilHour } from './nightly.ts'

describe('millisecondsUntilHour', () => {
  const at = (hours: number, minutes: number) => new Date(2026, 10, 20, hours, minutes)

  it.each([
    ['before the hour', at(1, 30), 90],
    ['on the hour: tomorrow', at(3, 0), 24 * 60],
    ['after the hour: tomorrow', at(23, 15), 3 * 60 + 45],
  ])('%s', (_, now, minutes) => {
    expect(millisecondsUntilHour(now, 3)).toBe(minutes * 60_000)
  })
})
