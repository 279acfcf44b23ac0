import { publication } from '@half-measure/shared/publication.ts'
import { button, paragraph, type Letter } from '../letter.ts'

/** A link to set a new password. */
export function recoveryLetter(link: string): Letter {
  return {
    subject: 'Set a new password',
    preview: 'The link works once, for an hour.',
    title: 'Set a new password',
    blocks: [
      paragraph(
        `Somebody asked for a new password for your account at the dashboard of ${publication.name}. If that was you, this link lets you set one. It works once, for an hour.`,
      ),
      button('Set a new password', link),
    ],
    closing: [
      paragraph(
        'If it was not you, there is nothing to do: your password stays as it is, and nobody else saw this link.',
      ),
    ],
  }
}
