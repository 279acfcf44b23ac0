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
  it('tells the time every half minute and at the end, and each quarter of the way when it is reached', () => {
    expect(reportsOf({ activeMs: 70_400, depth: 60 })).toEqual([
      { afterMs: 29_333, engagement: { scroll_depth: 25 } },
      { afterMs: 30_000, engagement: { active_ms: 30_000 } },
      { afterMs: 58_667, engagement: { scroll_depth: 50 } },
      { afterMs: 60_000, engagement: { active_ms: 30_000 } },
      { afterMs: 70_000, engagement: { active_ms: 10_000 } },
    ])
  })

  it('tells once of a short look, in whole seconds, and nothing of a shorter one', () => {
    expect(reportsOf({ activeMs: 4_600, depth: 5 })).toEqual([
      { afterMs: 4_000, engagement: { active_ms: 4_000 } },
    ])
    expect(reportsOf({ activeMs: 800, depth: 5 })).toEqual([])
  })

  it('adds up to the time of reading', () => {
    for (let stream = 0; stream < 500; stream++) {
      const reading = read(new SeededRandom(2, stream), PAGES.review)
      const told = reportsOf(reading).map(({ engagement }) =>
        'active_ms' in engagement ? engagement.active_ms : 0,
      )
      const sum = told.reduce((total, ms) => total + ms, 0)
      expect(reading.activeMs - sum).toBeGreaterThanOrEqual(0)
      expect(reading.activeMs - sum).toBeLessThan(1_000)
    }
  })
})
