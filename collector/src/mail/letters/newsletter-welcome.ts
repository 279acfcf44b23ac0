import { publication } from '@half-measure/shared/publication.ts'
import { button, paragraph, type Letter } from '../letter.ts'
import { newsletterClosing } from './newsletter-closing.ts'

/** The guide, and what comes next. */
export function welcomeLetter({ guide, leave }: { guide: string; leave: string }): Letter {
  return {
    subject: 'Your guide, and what happens on Fridays',
    preview: '25 principles on 25 pages, to keep.',
    title: `Welcome to ${publication.newsletter}`,
    blocks: [
      paragraph('Your address is confirmed, and here is what you came for.'),
      button('Get the guide', guide),
      paragraph(
        'From now on one letter comes each Friday: one argument worth having, and one drink worth thinking about. If you disagree with it, answer it. The editors read what comes back.',
      ),
    ],
    closing: newsletterClosing(leave),
  }
}
