import {
  alertMetricFacts,
  type AlertDraft,
  type AlertMetric,
  type AlertRule,
} from '@half-measure/shared/reports/alert-rule.ts'
import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { exactFigure } from '../../format/figure.ts'
import { formatCount } from '../../format/number.ts'
import { formatMoment } from '../../format/time.ts'

export const WINDOWS = [
  { minutes: 15, label: '15 minutes' },
  { minutes: 60, label: 'hour' },
  { minutes: 6 * 60, label: '6 hours' },
  { minutes: 24 * 60, label: '24 hours' },
  { minutes: 7 * 24 * 60, label: '7 days' },
] as const

/** Of what the account says, there is no window: it is said of now. */
export function hasWindow(metric: AlertMetric): metric is Metric {
  return metric in METRICS
}

/** `Page views below 10 in the last hour` */
export function ruleWords({ metric, comparison, threshold, window_minutes }: AlertDraft): string {
  const words = `${alertMetricFacts(metric).label} ${comparison} ${figureOf(metric, threshold)}`
  return hasWindow(metric) ? `${words} in the last ${windowWords(window_minutes)}` : words
}

/** Whether it is met, and what it said last. */
export function stateWords({ metric, raised_since, checked_at, last_value }: AlertRule): string {
  if (checked_at === null) return 'not looked at yet'
  const last = `${figureOf(metric, last_value)} at ${formatMoment(new Date(checked_at))}`
  return raised_since === null
    ? `calm: ${last}`
    : `met since ${formatMoment(new Date(raised_since))}: ${last}`
}

function figureOf(metric: AlertMetric, value: number | null): string {
  if (hasWindow(metric)) return exactFigure(metric, value)
  return value === null ? '–' : formatCount(value)
}

function windowWords(minutes: number): string {
  return WINDOWS.find((window) => window.minutes === minutes)?.label ?? `${minutes} minutes`
}
