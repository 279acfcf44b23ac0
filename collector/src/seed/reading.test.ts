import { describe, expect, it } from 'vitest'
import { PAGES } from './pages.ts'
import { read, reportsOf } from './reading.ts'
import { SeededRandom } from './seeded-random.ts'

describe('read', () => {
  const readings = Array.from({ length: 5_000 }, (_, stream) =>
    read(new SeededRandom(1, stream), PAGES.review),
  )

  it('stays within a whole reading and the page', () => {
    for (const { activeMs, depth } of readings) {
      expect(activeMs).toBeGreaterThan(0)
      expect(activeMs).toBeLessThanOrEqual(PAGES.review.readMinutes * 60_000 * 1.25)
      expect(depth).toBeGreaterThanOrEqual(2)
      expect(depth).toBeLessThanOrEqual(100)
    }
  })

  it('is a glance for some, and whole for few', () => {
    const glances = readings.filter(({ activeMs }) => activeMs < 10_000).length / readings.length
    const whole = readings.filter(({ depth }) => depth === 100).length / readings.length
    expect(glances).toBeGreaterThan(0.3)
    expect(glances).toBeLessThan(0.5)
    expect(whole).toBeGreaterThan(0.005)
    expect(whole).toBeLessThan(0.2)
  })
})

describe('reportsOf', () => {
  it('tells every half minute and at the end, the depth growing to where it ended', () => {
    expect(reportsOf({ activeMs: 70_000, depth: 42 })).toEqual([
      { activeMs: 30_000, depth: 18 },
      { activeMs: 30_000, depth: 36 },
      { activeMs: 10_000, depth: 42 },
    ])
  })

  it('tells once of a short look', () => {
    expect(reportsOf({ activeMs: 4_000, depth: 5 })).toEqual([{ activeMs: 4_000, depth: 5 }])
  })
})
