import { publication } from '@half-measure/shared/publication.ts'
import { button, paragraph, type Letter } from '../letter.ts'

/** Is this address yours? */
export function confirmLetter(confirm: string): Letter {
  return {
    subject: `Confirm your address for ${publication.newsletter}`,
    preview: 'One button, and the guide is yours.',
    title: 'Is this your address?',
    blocks: [
      paragraph(
        `Somebody, and we hope it was you, asked ${publication.name} to send ${publication.newsletter} here, with the guide that comes with it: 25 principles for drinking on purpose, on 25 pages.`,
      ),
      button('Confirm my address', confirm),
      paragraph(
        'It opens a page with one more button. We ask twice because mail programs like to follow links before their owners do.',
      ),
    ],
    closing: [
      paragraph(
        'If it was not you, there is nothing to do: no letter will follow, and the address is forgotten within 30 days.',
      ),
    ],
  }
}
