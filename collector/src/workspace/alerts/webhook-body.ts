import { publication } from '@half-measure/shared/publication.ts'
import type { WebhookKind } from '@half-measure/shared/reports/alert-rule.ts'
import type { Notice } from './notice.ts'

/** JSON of our own, documented in `docs/operations/configuration.md`, or Slack's, which Mattermost and Rocket.Chat accept. */
export function webhookBody(kind: WebhookKind, notice: Notice, id: string): object {
  switch (kind) {
    case 'json':
      return jsonBody(notice, id)
    case 'slack':
      return slackBody(notice)
  }
}

function jsonBody({ event, at, title, text, url, details }: Notice, id: string): object {
  return { id, event, at: at.toISOString(), title, text, url, ...details }
}

const moments = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: publication.timeZone,
})

function slackBody({ headline, text, url, at }: Notice): object {
  const lines = [
    `*${escapeSlack(headline)}*`,
    `${moments.format(at)}: ${escapeSlack(text)}`,
    `<${url}|Open the dashboard>`,
  ]
  return { text: lines.join('\n') }
}

/** Slack reads these three as markup. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
