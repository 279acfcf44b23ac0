import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { formatCount, formatRate, formatShare } from './number.ts'
import { formatPounds } from './pounds.ts'

/** What stands where there is nothing to divide by. */
export const NO_FIGURE = '–'

/** From here on, thousands are enough where there is little room. */
const LARGE = 10_000

const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 })
const ratio = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const compactPounds = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  notation: 'compact',
  maximumFractionDigits: 1,
})

/** A figure where there is little room: `12.3k`, `41.5%`, `2m 05s`, `£1,204.50`. */
export function shortFigure(metric: Metric, value: number | null | undefined): string {
  if (value === null || value === undefined) return NO_FIGURE
  switch (METRICS[metric].unit) {
    case 'count':
      return value < LARGE ? formatCount(value) : compact.format(value)
    case 'percent':
      return formatShare(value)
    case 'gbp':
      return value < LARGE ? formatPounds(value) : compactPounds.format(value)
    case 'seconds':
    case 'ratio':
      return exactFigure(metric, value)
  }
}

/** A figure in full. */
export function exactFigure(metric: Metric, value: number | null | undefined): string {
  if (value === null || value === undefined) return NO_FIGURE
  switch (METRICS[metric].unit) {
    case 'count':
      return formatCount(value)
    case 'percent':
      return formatRate(value)
    case 'gbp':
      return formatPounds(value)
    case 'seconds':
      return formatDuration(value)
    case 'ratio':
      return ratio.format(value)
  }
}

/** `45s`, `2m 05s`, `1h 02m` */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole}s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes}m ${twoDigits(whole % 60)}s`
  return `${Math.floor(minutes / 60)}h ${twoDigits(minutes % 60)}m`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
