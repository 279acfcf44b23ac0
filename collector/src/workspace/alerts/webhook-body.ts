import { publication } from '@half-measure/shared/publication.ts'
import type { WebhookKind } from '@half-measure/shared/reports/alert-rule.ts'
import type { AlertNotice } from './alert-notice.ts'

/** JSON of our own, documented in `docs/operations/configuration.md`, or Slack's, which Mattermost and Rocket.Chat accept. */
export function webhookBody(kind: WebhookKind, notice: AlertNotice, id: string): object {
  switch (kind) {
    case 'json':
      return jsonBody(notice, id)
    case 'slack':
      return slackBody(notice)
  }
}

function jsonBody({ occasion, rule, measured, met, words, found, url, at }: AlertNotice, id: string): object {
  const { metric, comparison, threshold, window_minutes, filters } = rule
  return {
    id,
    event: `alert.${occasion}`,
    at: at.toISOString(),
    title: words,
    text: found,
    url,
    rule: { id: rule.id, metric, comparison, threshold, window_minutes, filters },
    met,
    ...measured,
  }
}

const moments = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: publication.timeZone,
})

function slackBody({ headline, found, url, at }: AlertNotice): object {
  const lines = [
    `*${escapeSlack(headline)}*`,
    `${moments.format(at)}: ${escapeSlack(found)}`,
    `<${url}|Open the dashboard>`,
  ]
  return { text: lines.join('\n') }
}

/** Slack reads these three as markup. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
