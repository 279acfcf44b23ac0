import { publication } from '@half-measure/shared/publication.ts'
import { button, paragraph, type Letter } from '../letter.ts'

/** To become an administrator. */
export function invitationLetter(link: string): Letter {
  return {
    subject: `An invitation to the dashboard of ${publication.name}`,
    preview: 'The link works once, for seven days.',
    title: 'You are invited',
    blocks: [
      paragraph(
        `An administrator of ${publication.name} invites you to its dashboard, where its figures, its post and its readers' list are. Choose a password and you are in. The link works once, for seven days.`,
      ),
      button('Accept the invitation', link),
    ],
    closing: [
      paragraph(
        'If you do not know what this is about, there is nothing to do: without you nothing comes of it.',
      ),
    ],
  }
}
