import type { Answer } from '@half-measure/shared/stats/engine/answer.ts'
import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Bucket } from '@half-measure/shared/stats/engine/question.ts'
import { deltaOf, type Delta } from '../format/delta.ts'
import { exactFigure } from '../format/figure.ts'
import { bucketLabel, longBucketLabel } from '../format/bucket-label.ts'
import { longRangeLabel } from '../format/range-label.ts'
import { dayAt } from '../filters/day.ts'
import { publication } from '@half-measure/shared/publication.ts'

export interface SeriesPoint {
  /** Instant at which the bucket begins. */
  start: Date
  /** On the axis. */
  label: string
  /** In words, without doubt about the year. */
  title: string
  value: number | null
  /** The value in full. */
  figure: string
  /** What is drawn as a full line: buckets that are over. */
  whole: number | null
  /** What is drawn dashed: the bucket that is not over yet, and the one it follows on. */
  partial: number | null
  compared: number | null
  comparedFigure: string
  delta: Delta | null
  comparedTitle: string | null
  incomplete: boolean
}

export interface Series {
  points: SeriesPoint[]
  /** The days compared with, in words; null where none are. */
  before: string | null
  /** The chart in a sentence. */
  sentence: string
}

type Rows = Pick<Answer, 'rows' | 'totals' | 'incomplete_from' | 'compared_range'>

/** An answer by interval becomes the points of a chart. */
export function prepareSeries(
  { rows, totals, incomplete_from, compared_range }: Rows,
  metric: Metric,
  interval: Bucket,
): Series {
  const running = incomplete_from === null ? null : Date.parse(incomplete_from)
  const isIncomplete = (key: string | undefined) => key !== undefined && Date.parse(key) === running
  const values = valuesSoFar({ rows, incomplete_from }, metric)
  const points = rows.map(({ key, compared, compared_key }, index): SeriesPoint => {
    const start = new Date(key)
    const value = values[index] ?? null
    const incomplete = isIncomplete(key)
    return {
      start,
      label: bucketLabel(start, interval),
      title: longBucketLabel(start, interval),
      value,
      figure: exactFigure(metric, value),
      whole: incomplete ? null : value,
      partial: incomplete || isIncomplete(rows[index + 1]?.key) ? value : null,
      compared: compared?.[metric] ?? null,
      comparedFigure: exactFigure(metric, compared?.[metric]),
      delta: deltaOf(metric, value, compared?.[metric]),
      comparedTitle: compared_key === undefined ? null : longBucketLabel(new Date(compared_key), interval),
      incomplete,
    }
  })
  const before = compared_range && daysOf(compared_range)
  return { points, before, sentence: sentenceOf(points, totals, metric, before) }
}

/** A figure by bucket; null for buckets that have not begun, where nothing is known yet. */
export function valuesSoFar(
  { rows, incomplete_from }: Pick<Answer, 'rows' | 'incomplete_from'>,
  metric: Metric,
): (number | null)[] {
  return rows.map(({ key, figures }) =>
    incomplete_from !== null && Date.parse(key) > Date.parse(incomplete_from)
      ? null
      : (figures[metric] ?? null),
  )
}

/** `Visits: 1,240, up 12.0% against 1 to 7 November 2026; most on Friday 14 November 2026, with 80.` */
function sentenceOf(
  points: readonly SeriesPoint[],
  totals: Answer['totals'],
  metric: Metric,
  before: string | null,
): string {
  const { label, unit } = METRICS[metric]
  const total = totals.figures[metric]
  const delta = deltaOf(metric, total, totals.compared?.[metric])
  const change = delta && (delta.direction === 'flat' ? 'unchanged' : `${delta.direction} ${delta.amount}`)
  const head = [`${label}: ${exactFigure(metric, total)}`, change && `${change} against ${before}`]
  const highest = highestOf(points)
  const peak =
    highest === null
      ? 'nothing to show'
      : `${unit === 'count' || unit === 'gbp' ? 'most' : 'highest'} ${highest.title}, with ${exactFigure(metric, highest.value)}`
  return `${head.filter(Boolean).join(', ')}; ${peak}.`
}

/** `24 October to 20 November 2026` */
function daysOf({ from, to }: { from: string; to: string }): string {
  const { timeZone } = publication
  const last = new Date(Date.parse(to) - 1)
  return longRangeLabel(dayAt(new Date(from), timeZone), dayAt(last, timeZone))
}

function highestOf(points: readonly SeriesPoint[]): SeriesPoint | null {
  let highest: SeriesPoint | null = null
  for (const point of points) {
    if ((point.value ?? 0) > (highest?.value ?? 0)) highest = point
  }
  return highest
}

/** `on Friday` becomes `Friday`: what begins a line needs no preposition. */
export function sentenceCase(title: string): string {
  const bare = title.replace(/^(?:on|in) (?:the )?/, '')
  return bare.charAt(0).toUpperCase() + bare.slice(1)
}
