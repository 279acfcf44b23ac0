import { publication } from '@half-measure/shared/publication.ts'
import { button, paragraph, type Letter } from '../letter.ts'
import { newsletterClosing } from './newsletter-closing.ts'

/** For an address that is entered again though it is on the list. */
export function reminderLetter({ guide, leave }: { guide: string; leave: string }): Letter {
  return {
    subject: `You are a reader of ${publication.newsletter} already`,
    preview: 'Nothing changed. The guide is here again.',
    title: 'You are on the list',
    blocks: [
      paragraph(
        `This address was entered at ${publication.name} just now, and it has been on the list for ${publication.newsletter} before. Nothing changed. If you were looking for the guide, it is still yours.`,
      ),
      button('Download the guide', guide),
    ],
    closing: newsletterClosing(leave),
  }
}
