import { dashboardPaths } from '@half-measure/shared/dashboard-paths.ts'
import {
  type AlertMetric,
  alertMetricDefinition,
  type AlertRule,
  isChangeComparison,
  isAudienceMetric,
} from '@half-measure/shared/reports/alert-rule.ts'
import { publication } from '@half-measure/shared/publication.ts'
import {
  alertFigure,
  alertText,
  despiteText,
  measuredText,
  sessionsOf,
  windowText,
} from '@half-measure/shared/reports/alert-text.ts'
import { MIN_RATE_SESSIONS } from '@half-measure/shared/stats/chance.ts'
import { titledLabel } from '@half-measure/shared/stats/engine/labels.ts'
import { writeFilter } from '@half-measure/shared/stats/engine/filter-text.ts'
import { isRaised, type Measurement } from './measure-alert.ts'
import type { Notice, NoticeContext } from './notice.ts'

/** Why an alert is sent: `changed` or `deleted` if that happened while it was raised, `test` if an administrator requested it. */
export type Occasion = 'raised' | 'resolved' | 'changed' | 'deleted' | 'test'

/** The content of an alert, for emails and webhooks. */
export interface AlertNotice extends Notice {
  readonly occasion: Occasion
  readonly rule: AlertRule
  /** Whether the rule is met; null if unknown. */
  readonly met: boolean | null
}

const PREFIXES: Record<Occasion, string> = {
  raised: 'Alert',
  resolved: 'Resolved',
  changed: 'Alert changed',
  deleted: 'Alert deleted',
  test: 'Test',
}

export function alertNotice(
  occasion: Occasion,
  rule: AlertRule,
  measured: Measurement,
  { at, dashboard, titles }: NoticeContext,
): AlertNotice {
  const met = measured.value === null ? null : isRaised(rule, measured, rule.raised_since !== null)
  const title = alertText(rule, titledLabel(titles))
  const { id, metric, comparison, threshold, window_minutes, filters } = rule
  const { figure, before, value } = measured
  return {
    occasion,
    rule,
    met,
    // For programs, which close what `alert.raised` opened.
    event: `alert.${occasion === 'changed' || occasion === 'deleted' ? 'resolved' : occasion}`,
    title,
    headline: `${PREFIXES[occasion]}: ${title}`,
    text: noticeText(occasion, rule, measured, met),
    url: dashboard + pathOf(rule, at),
    at,
    details: {
      rule: { id, metric, comparison, threshold, window_minutes, filters },
      met,
      figure,
      before,
      value,
    },
  }
}

function noticeText(occasion: Occasion, rule: AlertRule, measured: Measurement, met: boolean | null): string {
  if (occasion === 'deleted') return 'This alert was deleted while it was raised, and is no longer checked.'
  if (occasion === 'changed') return 'This alert was changed while it was raised, and is checked again.'
  const found = foundText(rule, measured)
  return occasion === 'test' ? `${found} ${verdictText(rule, met, measured)}` : found
}

function verdictText(rule: AlertRule, met: boolean | null, { missing, value }: Measurement): string {
  if (met === null)
    return `Whether the alert is met is unknown${missing ? `: ${missingText(rule.metric, missing)}` : ''}.`
  const despite = despiteText(rule, value, met)
  return `The alert is ${met ? 'met' : 'not met'}${despite === null ? '' : `; ${despite}`}.`
}

function missingText(metric: AlertMetric, missing: NonNullable<Measurement['missing']>): string {
  switch (missing) {
    case 'events':
      return 'later events are still waiting to be loaded'
    case 'counting':
      return 'counting began within this time'
    case 'sessions':
      return `the figure has to be of at least ${MIN_RATE_SESSIONS} ${sessionsOf(metric)}`
  }
}

/** The same figure in the dashboard, over days that contain the window. */
function pathOf({ metric, window_minutes, filters }: AlertRule, at: Date): string {
  if (!isAudienceMetric(metric)) return dashboardPaths.dataQuality
  const from = new Date(at.getTime() - window_minutes * 60_000)
  const period = dayOf(from) === dayOf(at) ? 'today' : 'rolling'
  const query = new URLSearchParams({ period, metric })
  for (const filter of filters) query.append('f', writeFilter(filter))
  return `${dashboardPaths.explore}?${query.toString()}`
}

function dayOf(at: Date): string {
  return at.toLocaleDateString('en-GB', { timeZone: publication.timeZone })
}

/** `Page views in the last hour: 12, down 45.5% (22 a week before).` */
function foundText(rule: AlertRule, { figure, before, value, missing }: Measurement): string {
  const { metric, comparison } = rule
  const when = isAudienceMetric(metric) ? `in ${windowText(rule)}` : 'now'
  const found = `${alertMetricDefinition(metric).label} ${when}: ${alertFigure(metric, figure)}`
  if (!isChangeComparison(comparison) || missing) return `${found}.`
  return `${found}, ${measuredText(rule, value)} (${alertFigure(metric, before)} a week before).`
}
