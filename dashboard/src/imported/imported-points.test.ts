import { describe, expect, it } from 'vitest'
import { beforeCounting, bucketed, type ImportedPoint } from './imported-points.ts'

const point = (day: string, page_views: number | null, visits: number | null = null): ImportedPoint => ({
  day,
  page_views,
  visits,
})
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
    expect(buckets.filter(({ isPart }) => isPart).map(({ day }) => day)).toEqual(['2025-03-01'])
  })
})
