import { button, type EmailContent, link, paragraph } from '../../email/email-content.ts'
import type { AlertNotice, Occasion } from './alert-notice.ts'

export const PREFIXES: Record<Occasion, string> = { raised: 'Alert', resolved: 'Resolved', test: 'Test' }

const NEXT: Record<Occasion, string> = {
  raised: 'You get the next email when this is resolved.',
  resolved: 'You get the next email when it happens again.',
  test: 'You get this because you tested the alert; it changes nothing.',
}

/** What an alert found. @param dashboard its origin. */
export function alertEmail({ occasion, words, found, url }: AlertNotice, dashboard: string): EmailContent {
  return {
    subject: `${PREFIXES[occasion]}: ${words}`,
    preview: found,
    title: occasion === 'raised' ? words : `${PREFIXES[occasion]}: ${words}`,
    blocks: [paragraph(`${found} ${NEXT[occasion]}`), button('Open the dashboard', url)],
    closing: [
      ...(occasion === 'test'
        ? []
        : [paragraph('You get this because you turned on alerts in the dashboard.')]),
      link('Change that', `${dashboard}/admin/reports`),
    ],
  }
}
