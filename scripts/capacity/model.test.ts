import { describe, expect, it } from 'vitest'
import { ASSUMPTIONS, type Figures, PRICES, RECORDED, withBenchmark } from './figures.ts'
import { plan } from './model.ts'

const planOf = (eventsPerDay: number, figures: Partial<Figures> = {}) =>
  plan(eventsPerDay, { ...RECORDED, ...figures }, ASSUMPTIONS, PRICES)

describe('the capacity model', () => {
  it('puts a million events a day on one machine', () => {
    const { collectors, clickhouse, keepers, eventsPerSecond } = planOf(1e6)
    expect(collectors.count).toBe(1)
    expect(clickhouse).toMatchObject({ shards: 1, replicas: 1, because: 'one is enough' })
    expect(keepers).toBe(0)
    expect(eventsPerSecond.average).toBeCloseTo(11.57, 2)
    // 1e6 × 396 days × 66 bytes × 1.5 room.
    expect(clickhouse.diskGb).toBe(40)
    // 1e6 events × 36 h / 24 h × 550 bytes.
    expect(collectors.diskGb).toBe(1)
  })

  it('gives a cluster two of everything that holds data, and a quorum of keepers', () => {
    expect(planOf(100e6)).toMatchObject({ clickhouse: { replicas: 2 }, keepers: 3 })
    expect(planOf(100e6).collectors.count).toBeGreaterThanOrEqual(3)
  })

  it('says that the ids of a week, not requests, decide the number of collectors', () => {
    const { count, because } = planOf(100e6).collectors
    expect({ count, because }).toEqual({ count: Math.ceil(700 / 30), because: 'ids' })
    expect(planOf(100e6, { idsPerCollector: 1e9 }).collectors).toMatchObject({
      count: 3,
      because: 'requests',
    })
  })

  it('never asks less of more: machines, disk and cost grow with the load', () => {
    const loads = [1e6, 3e6, 10e6, 30e6, 100e6, 300e6, 1_000e6].map((load) => planOf(load))
    for (const [i, next] of loads.slice(1).entries()) {
      const before = loads[i]
      expect(next.cost).toBeGreaterThan(before?.cost ?? Infinity)
      expect(next.collectors.count).toBeGreaterThanOrEqual(before?.collectors.count ?? Infinity)
      expect(next.clickhouse.shards).toBeGreaterThanOrEqual(before?.clickhouse.shards ?? Infinity)
    }
  })

  it('takes the place of what it has on record from a benchmark', () => {
    const output = `words\n${JSON.stringify({
      benchmark: 'ingest',
      single: { collector: { requests_per_second: 30_000 } },
      fifty: { collector: { stored_per_second: 70_000 } },
    })}\n`
    expect(withBenchmark(RECORDED, output)).toMatchObject({ beaconsPerSecond: 30_000, rowsPerSecond: 70_000 })
    const sizes = [
      { events: 1e6, stored_bytes: 70e6 },
      { events: 10e6, stored_bytes: 600e6 },
    ]
    expect(withBenchmark(RECORDED, JSON.stringify({ benchmark: 'query', sizes }))).toEqual({
      ...RECORDED,
      storedBytesPerEvent: 60,
    })
    expect(() => withBenchmark(RECORDED, '{"benchmark":"site"}')).toThrow(/ingest/)
  })
})
