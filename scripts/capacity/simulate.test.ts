import { describe, expect, it } from 'vitest'
import { type Outage, rhythm, type Scenario, simulate } from './simulate.ts'

const scenario = (outages: readonly Outage[], overrides: Partial<Scenario> = {}): Scenario => ({
  name: 'a test',
  eventsPerDay: 10e6,
  collectors: 1,
  shards: 1,
  replicas: 1,
  rowsPerSecond: 40_000,
  bytesPerEvent: 600,
  spoolMaxBytes: 100e9,
  outages,
  ...overrides,
})

describe('the rhythm of a day', () => {
  it('is 1 on average, and four times as busy in the evening as at night', () => {
    const hours = Array.from({ length: 24 * 60 }, (_, minute) => rhythm(minute * 60))
    expect(hours.reduce((sum, share) => sum + share, 0) / hours.length).toBeCloseTo(1, 1)
    expect(Math.max(...hours) / Math.min(...hours)).toBeGreaterThan(4)
  })
})

describe('a simulation', () => {
  it.each([
    ['nothing is away', scenario([])],
    ['a shard is away', scenario([{ part: 'shard', which: 0, from: 8, hours: 4 }])],
    ['a log fills', scenario([{ part: 'shard', which: 'all', from: 8, hours: 20 }], { spoolMaxBytes: 1e9 })],
  ])('neither loses nor invents an event while %s', (_, given) => {
    const { accepted, stored, waiting, refused } = simulate(given)
    expect(stored + waiting).toBeCloseTo(accepted, 0)
    // Three days of arrivals, by the same rhythm.
    const { accepted: all } = simulate(scenario([]))
    expect(accepted + refused).toBeCloseTo(all, 0)
  })

  it('fills the log by what arrives during the outage, and catches up at what is left of the capacity', () => {
    const hour = { part: 'shard', which: 0, from: 12, hours: 1 } as const
    const { fullestSpoolBytes, catchUpMinutes, refused } = simulate(scenario([hour]))
    const arrived = ((10e6 / 24) * 600 * (rhythm(12 * 3_600) + rhythm(13 * 3_600))) / 2
    expect(fullestSpoolBytes / arrived).toBeCloseTo(1, 1)
    expect(catchUpMinutes).toBeLessThan(1)
    expect(refused).toBe(0)
  })

  it('refuses what the log has no room for', () => {
    const outcome = simulate(
      scenario([{ part: 'shard', which: 0, from: 8, hours: 12 }], { spoolMaxBytes: 1e9 }),
    )
    expect(outcome.fullestSpoolBytes).toBeLessThanOrEqual(1e9)
    expect(outcome.refused).toBeGreaterThan(1e6)
  })

  it('does not notice a replica that is away while the other is there', () => {
    const cluster = { shards: 2, replicas: 2, collectors: 3 }
    const one = simulate(scenario([{ part: 'replica', which: 0, from: 8, hours: 12 }], cluster))
    const none = simulate(scenario([], cluster))
    expect(one.fullestSpoolBytes).toBe(none.fullestSpoolBytes)
    const both = [0, 1].map((which): Outage => ({ part: 'replica', which, from: 8, hours: 1 }))
    expect(simulate(scenario(both, cluster)).fullestSpoolBytes).toBeGreaterThan(none.fullestSpoolBytes * 100)
  })

  it('keeps what a collector has that is away, for when it is back', () => {
    const away: Outage[] = [
      { part: 'shard', which: 0, from: 8, hours: 2 },
      { part: 'collector', which: 0, from: 9, hours: 2 },
    ]
    const { accepted, stored, waiting, catchUpMinutes } = simulate(scenario(away, { collectors: 2 }))
    expect(waiting).toBeLessThan(accepted / 1_000)
    expect(stored).toBeGreaterThan(0)
    expect(catchUpMinutes).toBeLessThan(5)
  })
})
