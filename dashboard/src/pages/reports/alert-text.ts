import {
  type AlertMetric,
  alertMetricDefinition,
  type AlertRule,
  type AlertTest,
  isAudienceMetric,
  supportsChange,
  type WebhookKind,
} from '@half-measure/shared/reports/alert-rule.ts'
import { despiteText, measuredText, sessionsOf } from '@half-measure/shared/reports/alert-text.ts'
import { MIN_RATE_SESSIONS } from '@half-measure/shared/stats/chance.ts'
import { formatMoment } from '../../format/time.ts'

/** Whether it is met, and what was found last. */
export function stateText(rule: AlertRule): string {
  const { raised_since, checked_at, last_value } = rule
  if (checked_at === null) return 'not checked yet'
  const isMet = raised_since !== null
  const last = `${measuredText(rule, last_value)} at ${formatMoment(checked_at)}${despite(rule, last_value, isMet)}`
  return isMet ? `met since ${formatMoment(raised_since)}: ${last}` : `not met: ${last}`
}

/** Why the rule is or is not met, where the value suggests otherwise. */
function despite(rule: AlertRule, value: number | null, met: boolean | null): string {
  const reason = despiteText(rule, value, met)
  return reason === null ? '' : `; ${reason}`
}

const WEBHOOK_NAMES: Record<WebhookKind, string> = { json: 'the webhook', slack: 'Slack' }

/** Where alerts go. */
export function webhookText(kinds: readonly WebhookKind[]): string {
  const mailed = 'Alerts leave bots out. They are mailed to every administrator who turned them on'
  return kinds.length === 0
    ? `${mailed}. An operator can have them posted to a webhook or to Slack as well.`
    : `${mailed}, and posted to ${kinds.map((kind) => WEBHOOK_NAMES[kind]).join(' and ')}.`
}

/** The result of a test, and where it was sent. */
export function testText(rule: AlertRule, { met, value, sent_to, webhooks }: AlertTest, at: Date): string {
  const found = measuredText(rule, value)
  const verdict = met === null ? 'Unknown' : met ? 'Met' : 'Not met'
  return [
    `${verdict} at ${formatMoment(at.toISOString())}: ${found}${despite(rule, value, met)}.`,
    `The test email goes to ${sent_to}.`,
    ...webhooks.map(({ kind, failure }) =>
      failure === null
        ? `Posted to ${WEBHOOK_NAMES[kind]}.`
        : `Not posted to ${WEBHOOK_NAMES[kind]}: ${failure}.`,
    ),
  ].join(' ')
}

/** What a rule says nothing about, because it may be chance; null of a figure that always counts. */
export function chanceText(metric: AlertMetric, isChange: boolean): string | null {
  if (isChange)
    return 'A change that may be chance does not alert. Even a fall to nothing may be, where there were fewer than about 20 sessions, or 50 views, clicks or goals, in the same time a week before: then choose a longer time. Estimated value is judged by the number of goals of the types that carry one.'
  return isAudienceMetric(metric) && !supportsChange(metric)
    ? `Where this is of fewer than ${MIN_RATE_SESSIONS} ${sessionsOf(metric)} in that time, it may be chance: it counts as unknown, and does not alert.`
    : null
}

/** The unit after a threshold: `%`, `seconds`; nothing after a count. */
export function thresholdUnit(metric: AlertMetric, isChange: boolean): string {
  if (isChange) return '%'
  return { count: '', percent: '%', seconds: 'seconds', milliseconds: 'ms', ratio: '', gbp: 'pounds' }[
    alertMetricDefinition(metric).unit
  ]
}
