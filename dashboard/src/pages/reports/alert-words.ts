import {
  type AlertDraft,
  type AlertMetric,
  alertMetricFacts,
  type AlertRule,
} from '@half-measure/shared/reports/alert-rule.ts'
import { type Metric, METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import { exactFigure } from '../../format/metric.ts'
import { formatCount, NO_FIGURE } from '../../format/number.ts'
import { formatMoment } from '../../format/time.ts'

export const WINDOWS = [
  { minutes: 15, label: '15 minutes' },
  { minutes: 60, label: 'hour' },
  { minutes: 6 * 60, label: '6 hours' },
  { minutes: 24 * 60, label: '24 hours' },
  { minutes: 7 * 24 * 60, label: '7 days' },
] as const

/** Figures of the delivery report are of now, without a window. */
export function hasWindow(metric: AlertMetric): metric is Metric {
  return metric in METRICS
}

/** `Page views below 10 in the last hour` */
export function ruleWords({ metric, comparison, threshold, window_minutes }: AlertDraft): string {
  const words = `${alertMetricFacts(metric).label} ${comparison} ${figureOf(metric, threshold)}`
  if (!hasWindow(metric)) return words
  const window = WINDOWS.find(({ minutes }) => minutes === window_minutes)
  return `${words} in the last ${window?.label ?? `${window_minutes} minutes`}`
}

/** Whether it is met, and the last value. */
export function stateWords({ metric, raised_since, checked_at, last_value }: AlertRule): string {
  if (checked_at === null) return 'not checked yet'
  const last = `${figureOf(metric, last_value)} at ${formatMoment(checked_at)}`
  return raised_since === null ? `not met: ${last}` : `met since ${formatMoment(raised_since)}: ${last}`
}

function figureOf(metric: AlertMetric, value: number | null): string {
  if (hasWindow(metric)) return exactFigure(metric, value)
  return value === null ? NO_FIGURE : formatCount(value)
}
