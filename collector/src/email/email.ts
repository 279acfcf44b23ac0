import type { EmailContent } from './email-content.ts'
import { renderHtml } from './email-html.ts'
import { renderText } from './email-text.ts'

/** Header with the id of an earlier email of ours; mailboxes show both as one thread. */
export const IN_REPLY_TO = 'In-Reply-To'

/** A rendered email to one recipient. */
export interface Email {
  /** `newsletter-confirm`, `password-recovery` … */
  readonly kind: string
  readonly to: string
  /** The sender's address by default. */
  readonly replyTo?: string
  /** Address of the person whose data it contains, if not the recipient. */
  readonly about?: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Beyond the usual ones. */
  readonly headers?: Readonly<Record<string, string>>
}

export function renderEmail(
  content: EmailContent,
  envelope: Omit<Email, 'subject' | 'html' | 'text'>,
): Email {
  return { ...envelope, subject: content.subject, html: renderHtml(content), text: renderText(content) }
}
