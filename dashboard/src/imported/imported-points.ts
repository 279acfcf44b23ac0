import type { ImportedHistory } from '@half-measure/shared/stats/imported-history.ts'
import { addDays, type Day } from '../time/day.ts'
import { countDays } from '../time/period.ts'

export type ImportedPoint = ImportedHistory['series'][number]['points'][number]

/** Each provider's days, if any, from before this magazine counted itself. */
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

export const FIGURES = ['page_views', 'visits'] as const
export type Figure = (typeof FIGURES)[number]

export interface BucketedPoint extends ImportedPoint {
  /** Days in the bucket. */
  length: number
  /** Days with each figure. */
  days: Record<Figure, number>
  /** Whether a figure covers only some of its days. */
  isPart: boolean
}

/** Sums by bucket, named by its first day, from the first with a figure to the last; null without one. */
export function bucketed(points: readonly ImportedPoint[]): {
  interval: ImportedBucket
  buckets: BucketedPoint[]
} {
  const days = points.map(({ day }) => day as Day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return { interval: 'day', buckets: [] }
  const interval = countDays({ from: first, to: last }) <= MAX_DAYS ? 'day' : 'month'
  const inBucket = Map.groupBy(points, ({ day }) => bucketOf(day as Day, interval))
  const buckets: BucketedPoint[] = []
  for (let day = bucketOf(first, interval); day <= last; day = nextBucket(day, interval)) {
    const length = countDays({ from: day, to: addDays(nextBucket(day, interval), -1) })
    buckets.push(sumOf(inBucket.get(day) ?? [], { day, length }))
  }
  return { interval, buckets }
}

/** `2 of 31 days` if a figure covers only some days of its bucket. */
export function partOf(
  { days, length }: Pick<BucketedPoint, 'days' | 'length'>,
  figure: Figure,
): string | null {
  return days[figure] > 0 && days[figure] < length ? `${days[figure]} of ${length} days` : null
}

function sumOf(
  points: readonly ImportedPoint[],
  { day, length }: Pick<BucketedPoint, 'day' | 'length'>,
): BucketedPoint {
  const views = points.flatMap(({ page_views }) => page_views ?? [])
  const visits = points.flatMap((point) => point.visits ?? [])
  const days = { page_views: views.length, visits: visits.length }
  const isPart = FIGURES.some((figure) => partOf({ days, length }, figure) !== null)
  return { day, page_views: sum(views), visits: sum(visits), length, days, isPart }
}

function sum(counts: readonly number[]): number | null {
  return counts.length === 0 ? null : counts.reduce((total, count) => total + count, 0)
}

function bucketOf(day: Day, interval: ImportedBucket): Day {
  return interval === 'month' ? (`${day.slice(0, 7)}-01` as Day) : day
}

function nextBucket(day: Day, interval: ImportedBucket): Day {
  return bucketOf(addDays(day, interval === 'month' ? 31 : 1), interval)
}
