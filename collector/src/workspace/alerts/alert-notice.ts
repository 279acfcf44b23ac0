import {
  type AlertMetric,
  alertMetricFacts,
  type AlertRule,
  isOfChange,
  isOfReaders,
} from '@half-measure/shared/reports/alert-rule.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { alertWords, measuredWords, windowWords } from '@half-measure/shared/reports/alert-words.ts'
import { writeFilter } from '@half-measure/shared/stats/engine/filter-text.ts'
import { formatMetric } from '../format-metric.ts'
import type { Measurement } from './measure-alert.ts'

/** Why there is word of a rule; `test` where an administrator asked for it. */
export type Occasion = 'raised' | 'resolved' | 'test'

/** What there is to say of a rule, by email or to a webhook. */
export interface AlertNotice {
  readonly occasion: Occasion
  readonly rule: AlertRule
  readonly measured: Measurement
  /** The rule: `Page views below 10 in the last hour`. */
  readonly words: string
  /** What it found: `Page views in the last hour: 3.` */
  readonly found: string
  /** Where the dashboard shows more. */
  readonly url: string
  readonly at: Date
}

/** @param dashboard its origin. */
export function alertNotice(
  occasion: Occasion,
  rule: AlertRule,
  measured: Measurement,
  { at, dashboard }: { at: Date; dashboard: string },
): AlertNotice {
  return {
    occasion,
    rule,
    measured,
    words: alertWords(rule, formatFigure),
    found: foundWords(rule, measured),
    url: dashboard + pathOf(rule, at),
    at,
  }
}

/** The figure of the alert, over days that have its window in them. */
function pathOf({ metric, window_minutes, filters }: AlertRule, at: Date): string {
  if (!isOfReaders(metric)) return '/admin/data-quality'
  const from = new Date(at.getTime() - window_minutes * 60_000)
  const period = dayOf(from) === dayOf(at) ? 'today' : 'rolling'
  const query = new URLSearchParams({ period, metric })
  for (const filter of filters) query.append('f', writeFilter(filter))
  return `/admin/explore?${query.toString()}`
}

function dayOf(at: Date): string {
  return at.toLocaleDateString('en-GB', { timeZone: publication.timeZone })
}

/** `Page views in the last hour: 12, down 45.5% (22 a week before).` */
function foundWords(rule: AlertRule, { figure, before, value }: Measurement): string {
  const { metric, comparison } = rule
  const when = isOfReaders(metric) ? `in ${windowWords(rule)}` : 'now'
  const found = `${alertMetricFacts(metric).label} ${when}: ${formatFigure(metric, figure)}`
  if (!isOfChange(comparison)) return `${found}.`
  return `${found}, ${measuredWords(rule, value, formatFigure)} (${formatFigure(metric, before)} a week before).`
}

function formatFigure(metric: AlertMetric, value: number | null): string {
  return formatMetric(alertMetricFacts(metric).unit, value)
}
