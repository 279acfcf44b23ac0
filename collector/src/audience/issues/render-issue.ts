import { issueCampaign } from '@half-measure/shared/domain/issue-campaign.ts'
import type { IssueText } from '@half-measure/shared/audience/issue.ts'
import { publication } from '@half-measure/shared/publication.ts'
import type { Email } from '../../email/email.ts'
import { closingHtml, frameHtml } from '../../email/email-html.ts'
import { closingText, wrapText } from '../../email/email-text.ts'
import { newsletterClosing } from '../newsletter/newsletter-emails.ts'
import { openPictureHtml } from '../newsletter/open-picture.ts'
import { issueHtml } from './issue-html.ts'
import { mapLinks, webLinks, withCampaign } from './issue-links.ts'
import { issueText } from './issue-text.ts'
import { readMarkdown } from './read-markdown.ts'

/** The largest mailbox provider cuts off longer emails, and with them the link to unsubscribe. */
const MAX_HTML_BYTES = 100_000

export interface RenderedIssue {
  /** Problems to correct before sending, in sentences. */
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
  /** URLs of its links to the web, each once; a redirect names a link by its position here. */
  readonly links: readonly string[]
  /**
   * The email to one subscriber.
   *
   * @param token of their unsubscribe link.
   * @param counted counts clicks and, if its reader allows that, opens. Absent for previews and tests.
   */
  email(token: string, counted?: { readonly opens: boolean }): Pick<Email, 'subject' | 'html' | 'text'>
}

const day = new Intl.DateTimeFormat(publication.language, {
  dateStyle: 'long',
  timeZone: publication.timeZone,
})

/**
 * @param site origin of the magazine.
 * @param at date of the issue.
 */
export function renderIssue(
  issue: IssueText & { readonly id: string },
  site: string,
  at: Date,
): RenderedIssue {
  const { subject, preheader } = issue
  const { blocks, problems, warnings } = readMarkdown(issue.body, site)
  const kicker = `${publication.newsletter}, ${day.format(at)}`
  const tagged = withCampaign(blocks, site, issueCampaign(issue.id, at))
  const links = webLinks(tagged)
  const content = issueHtml(tagged)
  const counting = issueHtml(
    mapLinks(tagged, (href) => {
      const index = links.indexOf(href)
      return index < 0 ? href : linkUrl(site, issue.id, index + 1)
    }),
  )
  // Readers see the URLs of the text part, so its links have no campaign and their clicks are not counted.
  const plain = issueText(blocks)
  const email: RenderedIssue['email'] = (token, counted) => {
    const closing = newsletterClosing(site, token)
    return {
      subject,
      html: frameHtml({
        subject,
        preview: preheader,
        kicker,
        title: subject,
        content: counted ? counting : content,
        closing: closingHtml(closing) + (counted?.opens ? openPictureHtml(site, issue.id) : ''),
      }),
      text: `${publication.name.toUpperCase()}\n${kicker}\n\n${wrapText(subject)}\n\n${plain}\n\n${closingText(closing)}\n`,
    }
  }
  const isTooLong = Buffer.byteLength(email('', { opens: true }).html) > MAX_HTML_BYTES
  return {
    problems: [
      ...(subject === '' ? ['It has no subject.'] : []),
      ...(blocks.length === 0 && problems.length === 0 ? ['It has no text.'] : []),
      ...(isTooLong ? ['It is too long: mailboxes would cut off its end.'] : []),
      ...problems,
    ],
    warnings,
    links,
    email,
  }
}

/**
 * Counts a click. It contains the issue and the position of the link, and is the same for every reader; the redirect leads
 * only to links of the issue itself.
 */
const linkUrl = (site: string, issueId: string, position: number) =>
  `${site}/newsletter/issues/${issueId}/links/${position}`
