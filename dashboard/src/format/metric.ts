import { isWithinChance } from '@half-measure/shared/stats/chance.ts'
import type { Figures } from '@half-measure/shared/stats/engine/stats-result.ts'
import { METRICS, type Metric, type MetricDefinition } from '@half-measure/shared/stats/engine/metrics.ts'
import { formatCount, formatFigure, formatShare, NO_FIGURE } from '@half-measure/shared/format-figures.ts'

/** From here on short figures are in thousands. */
const LARGE = 10_000

/** Short amounts from here on are in whole pounds. */
const LARGE_POUNDS = 1_000

const COMPACT = { notation: 'compact', maximumFractionDigits: 1 } as const
const POUNDS = { style: 'currency', currency: 'GBP' } as const
const compact = new Intl.NumberFormat('en-GB', COMPACT)
const compactPounds = new Intl.NumberFormat('en-GB', { ...POUNDS, ...COMPACT })
const wholePounds = new Intl.NumberFormat('en-GB', { ...POUNDS, maximumFractionDigits: 0 })

type Value = number | null | undefined

/** A short figure: `12.3k`, `41.5%`, `2m 05s`, `£204.50`, `£1,205`. */
export function shortFigure(metric: Metric, value: Value): string {
  if (value === null || value === undefined) return NO_FIGURE
  const { unit } = METRICS[metric]
  if (unit === 'percent') return formatShare(value)
  if (value >= LARGE && unit === 'count') return compact.format(value)
  if (value >= LARGE && unit === 'gbp') return compactPounds.format(value)
  if (value >= LARGE_POUNDS && unit === 'gbp') return wholePounds.format(value)
  return exactFigure(metric, value)
}

/** A figure in full. */
export function exactFigure(metric: Metric, value: Value): string {
  return formatFigure(METRICS[metric].unit, value)
}

/** The change of a figure compared with another. */
export interface Delta {
  /** `+12.3%`, `−0.4 points`, `new`. */
  text: string
  /** `up 12.3%`, `unchanged`: for a sentence. */
  words: string
  direction: 'up' | 'down' | 'flat'
  /** Neutral where chance explains it. */
  tone: 'good' | 'bad' | 'neutral'
  /** Whether samples of this size differ by as much for no reason. */
  isChance: boolean
}

/** Of the sessions that opened an article, or of articles; no result says how many these are. */
const OF_READING: ReadonlySet<Metric> = new Set(['scroll_depth', 'read_25', 'read_50', 'read_75', 'read_100'])

/** Sessions that a rate is of, now and before. */
export type SampleSizes = readonly [now: Value, before: Value]

/** Null where there is nothing to compare. Of reading shares neutral, since nothing says which may be chance. */
export function deltaOf(metric: Metric, now: Value, before: Value, sessions?: SampleSizes): Delta | null {
  if (OF_READING.has(metric)) return changeOf({ ...METRICS[metric], better: 'neither' }, now, before)
  return changeOf(METRICS[metric], now, before, sessions)
}

/** The same of a query's figures; a rate is judged by their sessions. */
export function deltaIn(metric: Metric, now: Figures, before: Figures | null | undefined): Delta | null {
  return deltaOf(metric, now[metric], before?.[metric], [now.sessions, before?.sessions])
}

/** Rates change by percentage points, everything else in percent. */
export function changeOf(
  { unit, better }: Pick<MetricDefinition, 'unit' | 'better'>,
  now: Value,
  before: Value,
  sessions: SampleSizes = [null, null],
): Delta | null {
  if (now === null || now === undefined || before === null || before === undefined) return null
  if (unit !== 'percent' && before === 0 && now !== 0)
    return {
      text: 'new',
      words: 'up from nothing',
      direction: 'up',
      tone: toneOf(1, better),
      isChance: false,
    }
  const isRate = unit === 'percent'
  const change = roundToShown(isRate ? now - before : before === 0 ? 0 : (now / before - 1) * 100)
  const amount = isRate ? `${Math.abs(change).toFixed(1)} points` : formatPercent(Math.abs(change))
  const isChance = isRate && change !== 0 && isWithinChance([now, before], sessions)
  const direction = change > 0 ? 'up' : change < 0 ? 'down' : 'flat'
  return {
    text: `${change > 0 ? '+' : change < 0 ? '−' : ''}${amount}`,
    words: direction === 'flat' ? 'unchanged' : `${direction} ${amount}`,
    direction,
    tone: isChance ? 'neutral' : toneOf(change, better),
    isChance,
  }
}

/** A change shown as 0.0 counts as none. */
function roundToShown(change: number): number {
  return Math.round(change * 10) / 10
}

function formatPercent(amount: number): string {
  return amount < 100 ? formatShare(amount) : `${formatCount(Math.round(amount))}%`
}

function toneOf(change: number, better: 'higher' | 'lower' | 'neither'): Delta['tone'] {
  if (change === 0 || better === 'neither') return 'neutral'
  return change > 0 === (better === 'higher') ? 'good' : 'bad'
}
