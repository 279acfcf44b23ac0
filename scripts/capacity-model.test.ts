import { describe, expect, it } from 'vitest'
import {
  daily,
  MEASURED,
  type Outage,
  plan,
  type Scenario,
  simulate,
  withBenchmark,
} from './capacity-model.ts'

const planOf = (eventsPerDay: number, overrides: Partial<typeof MEASURED> = {}) =>
  plan(eventsPerDay, { ...MEASURED, ...overrides })

describe('the capacity model', () => {
  it('puts a million events a day on one machine', () => {
    const { collectors, clickhouse, keepers, eventsPerSecond } = planOf(1e6)
    expect(collectors.count).toBe(1)
    expect(clickhouse).toMatchObject({ shards: 1, replicas: 1, limitedBy: 'nothing' })
    expect(keepers).toBe(0)
    expect(eventsPerSecond.average).toBeCloseTo(11.57, 2)
    // 1e6 × 396 days × 38 bytes × 1.5 room.
    expect(clickhouse.diskGb).toBe(23)
    // 1e6 events × 36 h / 24 h × 330 bytes.
    expect(collectors.logGb).toBe(1)
  })

  it('gives a cluster two of everything that holds data, and a quorum of keepers', () => {
    expect(planOf(100e6)).toMatchObject({ clickhouse: { replicas: 2 }, keepers: 3 })
    expect(planOf(100e6).collectors.count).toBeGreaterThanOrEqual(3)
  })

  it('takes as many collectors as the ids of a week or the requests need', () => {
    expect(planOf(100e6).collectors).toMatchObject({ count: Math.ceil(700 / 40), limitedBy: 'ids' })
    const roomy = planOf(100e6, { idsPerCollector: 1e9 })
    expect(roomy.collectors).toMatchObject({ count: 3, limitedBy: 'requests' })
  })

  it('never shrinks as the load grows: machines, disk and cost', () => {
    const plans = [1e6, 3e6, 10e6, 30e6, 100e6, 300e6, 1_000e6].map((load) => planOf(load))
    for (const [i, next] of plans.slice(1).entries()) {
      const before = plans[i]
      expect(next.cost).toBeGreaterThan(before?.cost ?? Infinity)
      expect(next.collectors.count).toBeGreaterThanOrEqual(before?.collectors.count ?? Infinity)
      expect(next.clickhouse.shards).toBeGreaterThanOrEqual(before?.clickhouse.shards ?? Infinity)
    }
  })

  it('adds up the processor time of each stage at the peak', () => {
    const { busyCores, collectors } = planOf(1_000e6)
    const peak = (1_000e6 / 86_400) * 4
    expect(busyCores.collectors).toBeCloseTo((peak * 10.5 + (peak / 2.5) * 35) / 1e6, 6)
    expect(busyCores.inserts).toBeCloseTo((peak * 5.5 + collectors.count * 2 * 33_000) / 1e6, 6)
  })

  it('says how long a panel takes: all shards read their part at once', () => {
    const { secondsPerPanel, clickhouse } = planOf(1_000e6)
    const rows = ((1_000e6 * 90) / 6.2) * 2.1
    const cores = clickhouse.shards * clickhouse.coresEach
    expect(secondsPerPanel.quarter).toBeCloseTo(0.055 + (rows * 0.053e-6) / cores, 6)
    expect(secondsPerPanel.week).toBeLessThan(secondsPerPanel.quarter / 10)
  })

  it('replaces its measurements by those of a benchmark', () => {
    const output = `words\n${JSON.stringify({
      benchmark: 'ingest',
      single: { collector: { requests_per_second: 30_000 } },
      fifty: { collector: { stored_per_second: 70_000 } },
    })}\n`
    const merged = withBenchmark(MEASURED, output, 'ingest.txt')
    expect(merged).toMatchObject({ beaconsPerSecond: 30_000, rowsPerSecond: 70_000 })
    const sizes = [
      { events: 1e6, stored_bytes: 70e6 },
      { events: 10e6, stored_bytes: 600e6 },
    ]
    expect(withBenchmark(MEASURED, JSON.stringify({ benchmark: 'query', sizes }), 'query.txt')).toEqual({
      ...MEASURED,
      storedBytesPerEvent: 60,
    })
    for (const other of ['{"benchmark":"site"}', 'a note', ''])
      expect(() => withBenchmark(MEASURED, other, 'notes.txt')).toThrow(
        /^notes\.txt is not the output of bench:ingest or bench:query\.$/,
      )
  })
})

const scenario = (outages: readonly Outage[], overrides: Partial<Scenario> = {}): Scenario => ({
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

describe('a simulated day', () => {
  it('has 1 on average, and four times as much in the evening as at night', () => {
    const minutes = Array.from({ length: 24 * 60 }, (_, minute) => daily(minute * 60))
    expect(minutes.reduce((sum, share) => sum + share, 0) / minutes.length).toBeCloseTo(1, 1)
    expect(Math.max(...minutes) / Math.min(...minutes)).toBeGreaterThan(4)
  })
})

describe('a simulation', () => {
  it.each([
    ['nothing is unavailable', scenario([])],
    ['a shard is unavailable', scenario([{ part: 'shard', which: 0, from: 8, hours: 4 }])],
    ['a log fills', scenario([{ part: 'shard', which: 'all', from: 8, hours: 20 }], { spoolMaxBytes: 1e9 })],
  ])('neither loses nor invents an event while %s', (_, given) => {
    const { accepted, stored, waiting, refused } = simulate(given)
    expect(stored + waiting).toBeCloseTo(accepted, 0)
    expect(accepted + refused).toBeCloseTo(simulate(scenario([])).accepted, 0)
  })

  it('fills the log by what arrives during the outage, then catches up', () => {
    const hour = { part: 'shard', which: 0, from: 12, hours: 1 } as const
    const { fullestSpoolBytes, catchUpMinutes, refused } = simulate(scenario([hour]))
    const arrived = ((10e6 / 24) * 600 * (daily(12 * 3_600) + daily(13 * 3_600))) / 2
    expect(fullestSpoolBytes / arrived).toBeCloseTo(1, 1)
    expect(catchUpMinutes).toBeLessThan(1)
    expect(refused).toBe(0)
  })

  it('refuses events that the log has no room for', () => {
    const outage: Outage = { part: 'shard', which: 0, from: 8, hours: 12 }
    const outcome = simulate(scenario([outage], { spoolMaxBytes: 1e9 }))
    expect(outcome.fullestSpoolBytes).toBeLessThanOrEqual(1e9)
    expect(outcome.refused).toBeGreaterThan(1e6)
  })

  it('does not notice an unavailable replica while the other is there', () => {
    const cluster = { shards: 2, replicas: 2, collectors: 3 }
    const one = simulate(scenario([{ part: 'replica', which: 0, from: 8, hours: 12 }], cluster))
    const none = simulate(scenario([], cluster))
    expect(one.fullestSpoolBytes).toBe(none.fullestSpoolBytes)
    const both = [0, 1].map((which): Outage => ({ part: 'replica', which, from: 8, hours: 1 }))
    expect(simulate(scenario(both, cluster)).fullestSpoolBytes).toBeGreaterThan(none.fullestSpoolBytes * 100)
  })

  it('holds up only what belongs to an unavailable shard', () => {
    const cluster = { shards: 4, collectors: 2 }
    const outage = (which: number | 'all'): Outage => ({ part: 'shard', which, from: 8, hours: 4 })
    const one = simulate(scenario([outage(0)], cluster))
    const all = simulate(scenario([outage('all')], cluster))
    expect(all.fullestSpoolBytes / one.fullestSpoolBytes).toBeCloseTo(4, 1)
    // Its part of the log fills, and three quarters of the events go on.
    const full = simulate(scenario([outage(0)], { ...cluster, spoolMaxBytes: 100e6 }))
    const { accepted } = simulate(scenario([]))
    expect(full.refused).toBeGreaterThan(0)
    expect(full.refused).toBeLessThan(accepted / 8)
  })

  it('keeps the log of an unavailable collector until it is back', () => {
    const outages: Outage[] = [
      { part: 'shard', which: 0, from: 8, hours: 2 },
      { part: 'collector', which: 0, from: 9, hours: 2 },
    ]
    const { accepted, stored, waiting, catchUpMinutes } = simulate(scenario(outages, { collectors: 2 }))
    expect(waiting).toBeLessThan(accepted / 1_000)
    expect(stored).toBeGreaterThan(0)
    expect(catchUpMinutes).toBeLessThan(5)
  })
})
