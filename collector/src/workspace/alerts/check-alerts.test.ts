import { describe, expect, it } from 'vitest'
import { isRaised } from './check-alerts.ts'

describe('isRaised', () => {
  const above = { comparison: 'above', threshold: 100 } as const
  const below = { comparison: 'below', threshold: 100 } as const

  it.each([
    [above, 100, false, false],
    [above, 100.1, false, true],
    [above, 95, true, true],
    [above, 90, true, false],
    [below, 100, false, false],
    [below, 99.9, false, true],
    [below, 105, true, true],
    [below, 110, true, false],
    [{ comparison: 'above', threshold: 0 } as const, 1, false, true],
    [{ comparison: 'above', threshold: 0 } as const, 0, true, false],
  ])('%j at %s, raised before: %s, is raised: %s', (rule, value, wasRaised, expected) => {
    expect(isRaised(rule, value, wasRaised)).toBe(expected)
  })

  it.each([
    ['down', -30, false, false],
    ['down', -30.1, false, true],
    ['down', 80, false, false],
    ['down', -27.5, true, true],
    ['down', -27, true, false],
    ['up', 30.1, false, true],
    ['up', -80, false, false],
    ['up', 27, true, false],
  ] as const)(
    '%s by 30, at %s, raised before: %s, is raised: %s',
    (comparison, change, wasRaised, expected) => {
      expect(isRaised({ comparison, threshold: 30 }, change, wasRaised)).toBe(expected)
    },
  )

  it('stays as it was while the figure cannot be told', () => {
    expect(isRaised(above, null, true)).toBe(true)
    expect(isRaised(above, null, false)).toBe(false)
  })

  it('speaks once of a figure that trembles', () => {
    let [raised, changes] = [false, 0]
    for (const value of [99, 101, 99, 101, 98, 102, 80]) {
      const now = isRaised(above, value, raised)
      if (now !== raised) changes++
      raised = now
    }
    expect(changes).toBe(2)
  })
})
