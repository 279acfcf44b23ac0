import { type AlertDraft, alertMetricFacts } from '@half-measure/shared/reports/alert-rule.ts'
import { button, type EmailContent, link, paragraph } from '../../email/email-content.ts'
import { formatMetric } from '../format-metric.ts'

interface AlertChange extends AlertDraft {
  readonly value: number | null
  readonly raised: boolean
}

/** Reports that an alert was raised, or has ended. @param dashboard its origin. */
export function alertEmail(change: AlertChange, dashboard: string): EmailContent {
  const { metric, comparison, threshold, value, raised, window_minutes } = change
  const { label, unit } = alertMetricFacts(metric)
  const rule = `${label} ${comparison} ${formatMetric(unit, threshold)}`
  const isOfDelivery = metric === 'dead_letters' || metric === 'pending'
  const when = isOfDelivery ? 'now' : `in the last ${formatWindow(window_minutes)}`
  return {
    subject: raised ? `Alert: ${rule}` : `Resolved: ${rule}`,
    preview: `${label}: ${formatMetric(unit, value)}`,
    title: raised ? rule : `Resolved: ${rule}`,
    blocks: [
      paragraph(
        `${label} ${when}: ${formatMetric(unit, value)}. ${
          raised
            ? 'You get the next email when this is resolved.'
            : 'You get the next email when it happens again.'
        }`,
      ),
      button(
        'Open the dashboard',
        `${dashboard}${isOfDelivery ? '/admin/data-quality' : '/admin/explore?period=today'}`,
      ),
    ],
    closing: [
      paragraph('You get this because you turned on alerts in the dashboard.'),
      link('Change that', `${dashboard}/admin/reports`),
    ],
  }
}

/** `45 minutes`, `6 hours` */
function formatWindow(minutes: number): string {
  if (minutes === 60) return 'hour'
  return minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`
}
