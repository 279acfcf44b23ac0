import type { ImportedHistory } from '@half-measure/shared/stats/imported-history.ts'
import { countDays } from '../charts/interval.ts'
import { addDays, type Day } from '../time/day.ts'

export type ImportedPoint = ImportedHistory['series'][number]['points'][number]

/** The days before this magazine counted itself, of each provider that has any. */
export function beforeCounting({
  series,
  counted_since,
}: Pick<ImportedHistory, 'series' | 'counted_since'>): ImportedHistory['series'] {
  return series
    .map(({ provider, points }) => ({
      provider,
      points: points.filter(({ day }) => counted_since === null || day < counted_since),
    }))
    .filter(({ points }) => points.length > 0)
}

export type ImportedBucket = 'day' | 'month'

/** More points than a chart has room for become months. */
const MAX_DAYS = 400

export interface BucketedPoint extends ImportedPoint {
  /** Of a month that the figures begin or end in. */
  isPart: boolean
}

/** Sums by bucket, named by its first day, from the first with a figure to the last. A bucket without one is null. */
export function bucketed(points: readonly ImportedPoint[]): {
  interval: ImportedBucket
  buckets: BucketedPoint[]
} {
  const days = points.map(({ day }) => day as Day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return { interval: 'day', buckets: [] }
  const interval = countDays({ from: first, to: last }) <= MAX_DAYS ? 'day' : 'month'
  const sums = new Map<string, ImportedPoint>()
  for (const point of points) {
    const day = bucketOf(point.day as Day, interval)
    const before = sums.get(day)
    sums.set(day, {
      day,
      page_views: plus(before?.page_views ?? null, point.page_views),
      visits: plus(before?.visits ?? null, point.visits),
    })
  }
  const buckets: BucketedPoint[] = []
  for (let day = bucketOf(first, interval); day <= last; day = nextBucket(day, interval)) {
    const isPart = day < first || addDays(nextBucket(day, interval), -1) > last
    buckets.push({ ...(sums.get(day) ?? { day, page_views: null, visits: null }), isPart })
  }
  return { interval, buckets }
}

function plus(a: number | null, b: number | null): number | null {
  return a === null ? b : a + (b ?? 0)
}

function bucketOf(day: Day, interval: ImportedBucket): Day {
  return interval === 'month' ? (`${day.slice(0, 7)}-01` as Day) : day
}

function nextBucket(day: Day, interval: ImportedBucket): Day {
  return bucketOf(addDays(day, interval === 'month' ? 31 : 1), interval)
}
