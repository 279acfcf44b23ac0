import { issueCampaign, type IssueText } from '@half-measure/shared/audience/issue.ts'
import { publication } from '@half-measure/shared/publication.ts'
import type { Email } from '../../email/email.ts'
import { closingHtml, frameHtml } from '../../email/email-html.ts'
import { closingText, wrapText } from '../../email/email-text.ts'
import { newsletterClosing } from '../newsletter/newsletter-emails.ts'
import { withCampaign } from './campaign-links.ts'
import { issueHtml } from './issue-html.ts'
import { issueText } from './issue-text.ts'
import { readMarkdown } from './read-markdown.ts'

/** The largest mailbox provider cuts off longer emails, and with them the link to unsubscribe. */
const MAX_HTML_BYTES = 100_000

export interface RenderedIssue {
  /** What has to be corrected before it can be sent, in sentences. */
  readonly problems: readonly string[]
  /** The email to one subscriber. @param token of their link to unsubscribe. */
  email(token: string): Pick<Email, 'subject' | 'html' | 'text'>
}

const day = new Intl.DateTimeFormat(publication.language, {
  dateStyle: 'long',
  timeZone: publication.timeZone,
})

/**
 * @param site origin of the magazine.
 * @param at date of the issue.
 */
export function renderIssue(issue: IssueText, site: string, at: Date): RenderedIssue {
  const { subject, preheader } = issue
  const { blocks, problems } = readMarkdown(issue.body, site)
  const kicker = `${publication.newsletter}, ${day.format(at)}`
  // The text part is read as it is written: its links have no campaign.
  const content = issueHtml(withCampaign(blocks, site, issueCampaign(at)))
  const plain = issueText(blocks)
  const email: RenderedIssue['email'] = (token) => {
    const closing = newsletterClosing(site, token)
    return {
      subject,
      html: frameHtml({
        subject,
        preview: preheader,
        kicker,
        title: subject,
        content,
        closing: closingHtml(closing),
      }),
      text: `${publication.name.toUpperCase()}\n${kicker}\n\n${wrapText(subject)}\n\n${plain}\n\n${closingText(closing)}\n`,
    }
  }
  const isTooLong = Buffer.byteLength(email('').html) > MAX_HTML_BYTES
  return {
    problems: [
      ...(subject === '' ? ['It has no subject.'] : []),
      ...(blocks.length === 0 ? ['It has no text.'] : []),
      ...(isTooLong ? ['It is too long: mailboxes would cut off its end.'] : []),
      ...problems,
    ],
    email,
  }
}
