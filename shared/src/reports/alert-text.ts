import { formatFigure } from '../format-figures.ts'
import { filterLabel, type ValueLabel, valueLabel } from '../stats/engine/labels.ts'
import {
  type AlertDraft,
  type AlertMetric,
  alertMetricDefinition,
  isChangeComparison,
  isAudienceMetric,
} from './alert-rule.ts'
import { endOf, isBeyond, type Threshold } from './alert-threshold.ts'

/**
 * `Page views below 10 in the last hour`, `Sessions down by more than 30% in the last 24 hours, compared with a week
 * before, where Country is Japan`.
 */
export function alertText(rule: AlertDraft, labelOf: ValueLabel = valueLabel): string {
  const { metric, comparison, threshold, filters } = rule
  const isChange = isChangeComparison(comparison)
  return [
    alertMetricDefinition(metric).label,
    ' ',
    isChange
      ? `${comparison} by more than ${changeText(threshold)}`
      : `${comparison} ${alertFigure(metric, threshold)}`,
    ...(isAudienceMetric(metric) ? [` in ${windowText(rule)}`] : []),
    ...(isChange ? [', compared with a week before'] : []),
    ...(filters.length > 0
      ? [`, where ${filters.map((filter) => filterLabel(filter, labelOf)).join(' and ')}`]
      : []),
  ].join('')
}

/** `the last 45 minutes`, `the last 6 hours` */
export function windowText({ window_minutes: minutes }: Pick<AlertDraft, 'window_minutes'>): string {
  if (minutes === 60) return 'the last hour'
  const days = minutes / (24 * 60)
  if (days > 1 && Number.isInteger(days)) return `the last ${days} days`
  return minutes % 60 === 0 ? `the last ${minutes / 60} hours` : `the last ${minutes} minutes`
}

/** `up 12.5%`, `down 3%`, `unchanged`, `nothing to compare with`; the figure itself where the rule is not about a change. */
export function measuredText(
  { metric, comparison }: Pick<AlertDraft, 'metric' | 'comparison'>,
  value: number | null,
): string {
  if (!isChangeComparison(comparison)) return alertFigure(metric, value)
  if (value === null) return 'nothing to compare with'
  const amount = changeText(Math.abs(value))
  if (amount === changeText(0)) return 'unchanged'
  return `${value > 0 ? 'up' : 'down'} ${amount}`
}

/** What a rate or mean is of, and has to be of enough of: `sessions that opened an article`. */
export function sessionsOf(metric: AlertMetric): string {
  switch (metric) {
    case 'scroll_depth':
      return 'sessions that read an article'
    case 'read_25':
    case 'read_50':
    case 'read_75':
    case 'read_100':
      return 'sessions that opened an article'
    case 'conversion_rate':
      return 'sessions (filters on conversions leave none out)'
    default:
      return 'sessions'
  }
}

/**
 * Why an alert is or is not met, where its value is on the other side of the threshold: `it ends at 110`, `such a change
 * may be chance`. Otherwise null.
 */
export function despiteText(rule: Threshold, value: number | null, met: boolean | null): string | null {
  if (value === null || met === null || isBeyond(rule, value, false) === met) return null
  const isChange = isChangeComparison(rule.comparison)
  if (!met) return isChange ? 'such a change may be chance' : null
  const end = endOf(rule)
  return `it ends at ${isChange ? changeText(end) : alertFigure(rule.metric, end)}`
}

/** `30%`, `12.25%` */
function changeText(size: number): string {
  return `${size.toLocaleString('en-GB', { maximumFractionDigits: 2 })}%`
}

/** A figure of an alert's metric, with its unit. */
export function alertFigure(metric: AlertMetric, value: number | null): string {
  return formatFigure(alertMetricDefinition(metric).unit, value)
}
