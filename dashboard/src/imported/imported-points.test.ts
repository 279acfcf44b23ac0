import { describe, expect, it } from 'vitest'
import { addDays, type Day } from '../time/day.ts'
import { beforeCounting, bucketed, type ImportedPoint, partOf } from './imported-points.ts'

const point = (day: string, page_views: number | null, visits: number | null = null): ImportedPoint => ({
  day,
  page_views,
  visits,
})
const TWO_YEARS = Array.from({ length: 730 }, (_, i) => addDays('2025-01-01' as Day, i))
const shown = (points: readonly ImportedPoint[]) =>
  points.map(({ day, page_views, visits }) => `${day} ${page_views ?? '-'} ${visits ?? '-'}`)

describe('imported figures', () => {
  it('are shown until the day before counting began, and as long as nothing is counted', () => {
    const series = [
      { provider: 'plausible' as const, points: [point('2026-08-23', 1), point('2026-08-24', 2)] },
      { provider: 'umami' as const, points: [point('2026-09-01', 3)] },
    ]
    expect(beforeCounting({ series, counted_since: '2026-08-24' })).toEqual([
      { provider: 'plausible', points: [point('2026-08-23', 1)] },
    ])
    expect(beforeCounting({ series, counted_since: null })).toEqual(series)
  })

  it('leave a gap where there is none', () => {
    const { interval, buckets } = bucketed([point('2026-02-27', 1), point('2026-03-01', 2, 1)])
    expect(interval).toBe('day')
    expect(shown(buckets)).toEqual(['2026-02-27 1 -', '2026-02-28 - -', '2026-03-01 2 1'])
    expect(bucketed([]).buckets).toEqual([])
  })

  it('add up to months where there are too many days, the first and the last perhaps in part', () => {
    const points = [point('2025-03-02', 1), point('2025-03-31', 2), point('2026-04-30', 4)]
    const { interval, buckets } = bucketed(points)
    expect(interval).toBe('month')
    expect(shown(buckets.slice(0, 2))).toEqual(['2025-03-01 3 -', '2025-04-01 - -'])
    expect(shown(buckets.slice(-1))).toEqual(['2026-04-01 4 -'])
    // Each with one or two days of its thirty.
    expect(buckets.filter(({ isPart }) => isPart).map(({ day }) => day)).toEqual(['2025-03-01', '2026-04-01'])
  })

  it('are in part in a month with a gap, and in each figure that has fewer days than the month', () => {
    // Without 1 to 20 April, and with visits on two days of March.
    const points = TWO_YEARS.filter((day) => day < '2025-04-01' || day > '2025-04-20').map((day) =>
      point(day, 1_000, day.startsWith('2025-03') && day > '2025-03-02' ? null : 400),
    )
    const { buckets } = bucketed(points)
    expect(shown(buckets.slice(1, 5))).toEqual([
      '2025-02-01 28000 11200',
      '2025-03-01 31000 800',
      '2025-04-01 10000 4000',
      '2025-05-01 31000 12400',
    ])
    expect(buckets.slice(1, 5).map(({ length, days, isPart }) => [length, days, isPart])).toEqual([
      [28, { page_views: 28, visits: 28 }, false],
      [31, { page_views: 31, visits: 2 }, true],
      [30, { page_views: 10, visits: 10 }, true],
      [31, { page_views: 31, visits: 31 }, false],
    ])
    expect(buckets.filter(({ isPart }) => isPart)).toHaveLength(2)
    expect(buckets[2] && partOf(buckets[2], 'visits')).toBe('2 of 31 days')
    expect(buckets[2] && partOf(buckets[2], 'page_views')).toBeNull()
  })

  it('are whole in a month that has one figure alone, and missing in one without any', () => {
    const { buckets } = bucketed(
      TWO_YEARS.filter((day) => !day.startsWith('2025-06')).map((day) => point(day, 5)),
    )
    expect(buckets.filter(({ isPart }) => isPart)).toEqual([])
    expect(buckets[5]).toMatchObject({ day: '2025-06-01', page_views: null, visits: null })
  })
})
