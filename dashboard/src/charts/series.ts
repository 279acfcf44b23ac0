import { publication } from '@half-measure/shared/publication.ts'
import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import {
  countedOf as countedOfBucket,
  type Counted,
  type CountedResult,
} from '@half-measure/shared/stats/counted-bucket.ts'
import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Bucket } from '@half-measure/shared/stats/engine/stats-query.ts'
import { countOf } from '@half-measure/shared/format-figures.ts'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { addDays, dayAt, startOfDay } from '../time/day.ts'
import { type Delta, deltaIn, deltaOf, exactFigure } from '../format/metric.ts'
import type { Bounds } from '../time/period.ts'
import { addsUp, isOfFew, leftOutText } from './extremes.ts'
import { endOfBucket } from './interval.ts'
import { bucketLabel, formatClock, longBucketLabel, longRangeLabel } from '../format/time.ts'

export interface SeriesPoint {
  /** When the bucket begins. */
  start: Date
  /** On the axis. */
  label: string
  /** In a sentence, with the year. */
  title: string
  value: number | null
  /** The value in full. */
  figure: string
  /** Part of the full line: the bucket is complete. */
  whole: number | null
  /** Part of the dashed line: an incomplete bucket, and its neighbours. */
  partial: number | null
  compared: number | null
  comparedFigure: string
  /** When the bucket begins that it is compared with. */
  comparedStart: Date | null
  comparedTitle: string | null
  delta: Delta | null
  /** How much of the bucket was counted. */
  counted: Counted
  /** Covers too few sessions to be called the highest. */
  isOfFew: boolean
}

export interface Series {
  points: SeriesPoint[]
  /** The compared days; null without a comparison. */
  before: string | null
  /** The chart in a sentence. */
  sentence: string
}

type SeriesResult = Pick<StatsResult, 'rows' | 'totals' | 'compared_range'> & CountedResult

/** A range in milliseconds, `from <= t < to`. */
interface Span {
  from: number
  to: number
}

/** @param range of the result: it may begin within its first bucket, and end within its last. */
export function prepareSeries(result: SeriesResult, metric: Metric, interval: Bucket, range: Bounds): Series {
  const { rows, totals, compared_range } = result
  const comparedSpan = compared_range && spanOf(compared_range)
  const counted = countedOfRows(result, interval, range)
  const values = valuesSoFar(result, metric)
  const lines = partialLines(values, counted)
  const points = rows.map((row, index): SeriesPoint => {
    const { key, compared_key } = row
    const start = new Date(key)
    const value = values[index] ?? null
    // Beyond the end of the compared range nothing was counted, which is not zero.
    const isCompared =
      comparedSpan !== null && compared_key !== undefined && Date.parse(compared_key) < comparedSpan.to
    const compared = isCompared ? (row.compared?.[metric] ?? null) : null
    return {
      start,
      label: bucketLabel(start, interval),
      title: longBucketLabel(start, interval),
      value,
      figure: exactFigure(metric, value),
      whole: lines.whole[index] ?? null,
      partial: lines.partial[index] ?? null,
      compared,
      comparedFigure: exactFigure(metric, compared),
      comparedStart: isCompared ? new Date(compared_key) : null,
      comparedTitle: isCompared
        ? comparedTitle(compared_key, rows[index + 1]?.compared_key, interval, comparedSpan)
        : null,
      delta: deltaOf(metric, value, compared, [row.figures.sessions, row.compared?.sessions]),
      counted: counted[index] ?? 'in full',
      isOfFew: isOfFew(metric, row.figures),
    }
  })
  const before = compared_range && daysText(compared_range)
  const sentence = sentenceOf(points, totals, metric, interval, before)
  const beyond = comparedSpan ? beyondRows(rows, interval, comparedSpan.to) : []
  return { points, before, sentence: [sentence, ...beyond].join(' ') }
}

/** How much of each bucket of a result has been counted. */
export function countedOfRows(
  result: Pick<StatsResult, 'rows'> & CountedResult,
  interval: Bucket,
  range: Bounds,
): Counted[] {
  return result.rows.map(({ key }) => countedOf(new Date(key), interval, range, result))
}

/** How much of a bucket has been counted within a range. */
export function countedOf(start: Date, interval: Bucket, range: Bounds, result: CountedResult): Counted {
  const bucket = { start: start.getTime(), end: endOfBucket(start, interval).getTime() }
  return countedOfBucket(bucket, range, result)
}

/** Whole buckets as one line, incomplete ones as another that is joined to it. */
export function partialLines(
  values: readonly (number | null)[],
  counted: readonly Counted[],
): { whole: (number | null)[]; partial: (number | null)[] } {
  const isJoined = (index: number) => [index - 1, index, index + 1].some((at) => isPartial(counted[at]))
  return {
    whole: values.map((value, index) => (isPartial(counted[index]) ? null : value)),
    partial: values.map((value, index) => (isJoined(index) ? value : null)),
  }
}

/** ` (so far)`, ` (in part)`, or nothing for a whole bucket. */
export function countedNote(counted: Counted): string {
  return isPartial(counted) ? ` (${counted})` : ''
}

export function isPartial(counted: Counted | undefined): boolean {
  return counted === 'in part' || counted === 'so far'
}

/** A figure by bucket; null for incomplete ones. */
export function wholeValues(
  result: Pick<StatsResult, 'rows' | 'incomplete_from'>,
  metric: Metric,
  counted: readonly Counted[],
): (number | null)[] {
  return partialLines(valuesSoFar(result, metric), counted).whole
}

/** A figure by bucket; null for buckets that have not begun. */
function valuesSoFar(
  { rows, incomplete_from }: Pick<StatsResult, 'rows' | 'incomplete_from'>,
  metric: Metric,
): (number | null)[] {
  return rows.map(({ key, figures }) =>
    incomplete_from !== null && Date.parse(key) > Date.parse(incomplete_from)
      ? null
      : (figures[metric] ?? null),
  )
}

/** Shorter buckets have been cut off. Days of 23 hours and months of 28 days are whole. */
const SHORTEST_MS: Record<Bucket, number> = {
  hour: HOUR_MS,
  day: 23 * HOUR_MS,
  week: (7 * 24 - 1) * HOUR_MS,
  month: (28 * 24 - 1) * HOUR_MS,
}

/** Says so if the compared range is longer, with buckets beside none of these. */
function beyondRows(rows: SeriesResult['rows'], interval: Bucket, comparedTo: number): string[] {
  const last = Date.parse(rows.at(-1)?.compared_key ?? '')
  // Allows for days of 25 hours and months of 31 days.
  const isBeyond = comparedTo - last > SHORTEST_MS[interval] * (interval === 'month' ? 1.12 : 1.1)
  return isBeyond
    ? [`The comparison period is longer: only its first ${countOf(rows.length, interval)} are drawn.`]
    : []
}

/** Says which part of the bucket is compared. Names the days if they are not a day, week or month of the calendar. */
function comparedTitle(key: string, nextKey: string | undefined, interval: Bucket, range: Span): string {
  const start = new Date(key)
  const calendar = { from: start.getTime(), to: endOfBucket(start, interval).getTime() }
  // Hours follow the clock, even where the next one has no counterpart.
  const end = interval === 'hour' || nextKey === undefined ? calendar.to : Date.parse(nextKey)
  const span = { from: Math.max(calendar.from, range.from), to: Math.min(end, range.to) }
  if (interval === 'hour') return longBucketLabel(start, interval) + cutText(span, calendar)
  const { first, last, whole } = daysOf(span)
  if (interval === 'day' && first === last) return longBucketLabel(start, interval) + cutText(span, whole)
  const isWhole = span.from === calendar.from && span.from === whole.from && span.to === calendar.to
  if (isWhole) return longBucketLabel(start, interval)
  return `for ${daysText({ from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() })}`
}

/** `Sessions: 1,240, up 12.0% from 1 to 7 November 2026; most on Friday 14 November 2026, with 80.` */
function sentenceOf(
  points: readonly SeriesPoint[],
  totals: StatsResult['totals'],
  metric: Metric,
  interval: Bucket,
  before: string | null,
): string {
  const { label } = METRICS[metric]
  const total = totals.figures[metric]
  const delta = deltaIn(metric, totals.figures, totals.compared)
  const head = `${label}: ${exactFigure(metric, total)}${delta ? `, ${delta.words} from ${before}` : ''}`
  const peak = highestOf(points.filter((point) => !point.isOfFew))
  if (!peak) return `${head}.`
  const most = addsUp(metric) ? 'most' : 'highest'
  const leftOut = highestOf(points) === peak ? '' : leftOutText(interval, 'sessions')
  return `${head}; ${most} ${peak.title}, with ${peak.figure}${leftOut}.`
}

function highestOf(points: readonly SeriesPoint[]): SeriesPoint | null {
  return points.reduce<SeriesPoint | null>(
    (best, point) => ((point.value ?? 0) > (best?.value ?? 0) ? point : best),
    null,
  )
}

/**
 * `24 October to 20 November 2026`, `17 to 20 November 2026, the last day until 14:02`, or `6 to 13 November 2026, the
 * first day from 14:03 and the last day until 14:02`: a range may begin and end within a day.
 */
export function daysText(range: Bounds): string {
  const span = spanOf(range)
  const { first, last, whole } = daysOf(span)
  const days = longRangeLabel(first, last)
  if (first === last) return days + cutText(span, whole)
  const { from, until } = cutsOf(span, whole)
  const cuts = [from && `the first day ${from}`, until && `the last day ${until}`].filter(Boolean)
  return [days, ...(cuts.length > 0 ? [cuts.join(' and ')] : [])].join(', ')
}

function spanOf({ from, to }: Bounds): Span {
  return { from: Date.parse(from), to: Date.parse(to) }
}

/** The days that a span touches, and the span of those days. */
function daysOf({ from, to }: Span) {
  const { timeZone } = publication
  const [first, last] = [dayAt(new Date(from), timeZone), dayAt(new Date(to - 1), timeZone)]
  const whole: Span = {
    from: startOfDay(first, timeZone).getTime(),
    to: startOfDay(addDays(last, 1), timeZone).getTime(),
  }
  return { first, last, whole }
}

/** How a span is less than the hour or day that it is in: `, from 14:03`, `, from 14:03 until 14:20`, or nothing. */
function cutText(span: Span, whole: Span): string {
  const { from, until } = cutsOf(span, whole)
  return from || until ? `, ${[from, until].filter(Boolean).join(' ')}` : ''
}

function cutsOf({ from, to }: Span, whole: Span): { from: string | false; until: string | false } {
  return {
    from: from > whole.from && `from ${formatClock(new Date(from))}`,
    until: to < whole.to && `until ${formatClock(new Date(to))}`,
  }
}

/** `on Friday` becomes `Friday`: at the beginning of a line. */
export function capitalised(title: string): string {
  const bare = title.replace(/^(?:on|in) (?:the )?/, '')
  return bare.charAt(0).toUpperCase() + bare.slice(1)
}

/**
 * A point to be read out: `Friday 6 November 2026: 261, up 24.3% from 210 on Friday 9 October 2026. Published: The Cold
 * Sieve.`
 */
export function describePoint(point: SeriesPoint, events: readonly string[]): string {
  const { title, figure, counted, delta, comparedFigure, comparedTitle } = point
  const change =
    comparedTitle && [delta?.words, 'from', comparedFigure, comparedTitle].filter(Boolean).join(' ')
  const value = `${capitalised(title)}${isPartial(counted) ? `, ${counted}` : ''}: ${figure}`
  return [change ? `${value}, ${change}` : value, ...events].map((sentence) => `${sentence}.`).join(' ')
}
