import { dashboardPaths } from '@half-measure/shared/dashboard-paths.ts'
import { alertMetricDefinition, isAudienceMetric } from '@half-measure/shared/reports/alert-rule.ts'
import { definitionText, WHO_IS_COUNTED } from '@half-measure/shared/stats/definitions.ts'
import { button, type EmailContent, link, paragraph, shortSubject } from '../../email/email-content.ts'
import type { AlertNotice, Occasion } from './alert-notice.ts'

const NEXT: Record<Occasion, string> = {
  raised: 'You get the next email when this is resolved.',
  resolved: 'You get the next email when it happens again.',
  changed: 'You get the next email when the changed alert is raised.',
  deleted: 'You get no more emails about it.',
  test: 'You get this because you tested the alert, which changes nothing.',
}

/** @param dashboard its origin. */
export function alertEmail(
  { occasion, rule, title, headline, text, url }: AlertNotice,
  dashboard: string,
): EmailContent {
  return {
    subject: shortSubject(headline),
    preview: text,
    title: occasion === 'raised' ? title : headline,
    blocks: [paragraph(`${text} ${NEXT[occasion]}`), button('Open the dashboard', url)],
    closing: [
      paragraph(definitionText(alertMetricDefinition(rule.metric))),
      ...(isAudienceMetric(rule.metric) ? [paragraph(WHO_IS_COUNTED)] : []),
      ...(occasion === 'test'
        ? []
        : [paragraph('You get this because you turned on alerts in the dashboard.')]),
      link('Change that', `${dashboard}${dashboardPaths.reports}`),
    ],
  }
}
