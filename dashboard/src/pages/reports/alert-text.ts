import {
  type AlertMetric,
  alertMetricDefinition,
  type AlertRule,
  type AlertTest,
  type WebhookKind,
} from '@half-measure/shared/reports/alert-rule.ts'
import { measuredText } from '@half-measure/shared/reports/alert-text.ts'
import { formatMoment } from '../../format/time.ts'

/** Whether it is met, and what was found last. */
export function stateText(rule: AlertRule): string {
  const { raised_since, checked_at, last_value } = rule
  if (checked_at === null) return 'not checked yet'
  const last = `${measuredText(rule, last_value)} at ${formatMoment(checked_at)}`
  return raised_since === null ? `not met: ${last}` : `met since ${formatMoment(raised_since)}: ${last}`
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
    `${verdict} at ${formatMoment(at.toISOString())}: ${found}.`,
    `The test email goes to ${sent_to}.`,
    ...webhooks.map(({ kind, failure }) =>
      failure === null
        ? `Posted to ${WEBHOOK_NAMES[kind]}.`
        : `Not posted to ${WEBHOOK_NAMES[kind]}: ${failure}.`,
    ),
  ].join(' ')
}

/** The unit after a threshold: `%`, `seconds`; nothing after a count. */
export function thresholdUnit(metric: AlertMetric, isChange: boolean): string {
  if (isChange) return '%'
  return { count: '', percent: '%', seconds: 'seconds', milliseconds: 'ms', ratio: '', gbp: 'pounds' }[
    alertMetricDefinition(metric).unit
  ]
}
