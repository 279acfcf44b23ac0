import { publication } from '@half-measure/shared/publication.ts'
import { type Email, renderEmail } from '../../email/email.ts'
import { type Block, button, link, paragraph } from '../../email/email-content.ts'
import { confirmUrl, guidePagePath, listHeaders, preferencesUrl, unsubscribeUrl } from './links.ts'

/** Tokens of the links in an email to a subscriber. */
interface SubscriberLinks {
  readonly site: string
  readonly guide: string
  readonly unsubscribe: string
}

/** Asks for a confirmation of the address. @param token of the confirmation link. */
export function confirmEmail(to: string, site: string, token: string): Email {
  return renderEmail(
    {
      subject: `Confirm your address for ${publication.newsletter}`,
      preview: 'Confirm it, and the guide is yours.',
      title: 'Is this your address?',
      blocks: [
        paragraph(
          `Somebody, and we hope it was you, asked ${publication.name} to send ${publication.newsletter} here, with the guide that comes with it: 25 principles for drinking on purpose, on 25 pages.`,
        ),
        button('Confirm my address', confirmUrl(site, token)),
        paragraph('The page that opens asks you to confirm once more, because mail programs open links too.'),
      ],
      closing: [
        paragraph(
          'If it was not you, there is nothing to do: nothing more is sent, and the address is deleted within 30 days.',
        ),
      ],
    },
    { kind: 'newsletter-confirm', to, replyTo: publication.mailboxes.newsletter },
  )
}

/** The first email to a confirmed subscriber, with the guide. */
export function welcomeEmail(to: string, links: SubscriberLinks): Email {
  return renderEmail(
    {
      subject: 'Your guide, and what happens on Fridays',
      preview: '25 principles on 25 pages, to keep.',
      title: `Welcome to ${publication.newsletter}`,
      blocks: [
        paragraph('Your address is confirmed, and here is what you came for.'),
        button('Get the guide', links.site + guidePagePath(links.guide)),
        paragraph(
          'From now on one email comes each Friday: one argument worth having, and one drink worth thinking about. If you disagree with it, answer it. The editors read what comes back.',
        ),
      ],
      closing: newsletterClosing(links.site, links.unsubscribe),
    },
    subscriberEnvelope('newsletter-welcome', to, links),
  )
}

/** For a confirmed address that signs up again. */
export function reminderEmail(to: string, links: SubscriberLinks): Email {
  return renderEmail(
    {
      subject: `You are a reader of ${publication.newsletter} already`,
      preview: 'Nothing changed. The guide is here again.',
      title: 'You are on the list',
      blocks: [
        paragraph(
          `This address was entered at ${publication.name} just now, and it is on the list for ${publication.newsletter} already. Nothing changed. If you were looking for the guide, it is still yours.`,
        ),
        button('Download the guide', links.site + guidePagePath(links.guide)),
      ],
      closing: newsletterClosing(links.site, links.unsubscribe),
    },
    subscriberEnvelope('newsletter-reminder', to, links),
  )
}

/** The small print of every email to a subscriber. */
export function newsletterClosing(site: string, token: string): readonly Block[] {
  return [
    paragraph(
      `You get this because you confirmed your address for ${publication.newsletter}. For readers of 18 and over. Drink responsibly.`,
    ),
    link('Your preferences', preferencesUrl(site, token)),
    link('Leave the list', unsubscribeUrl(site, token)),
  ]
}

function subscriberEnvelope(kind: string, to: string, { site, unsubscribe }: SubscriberLinks) {
  const headers = listHeaders(site, unsubscribe)
  return { kind, to, replyTo: publication.mailboxes.newsletter, headers }
}
