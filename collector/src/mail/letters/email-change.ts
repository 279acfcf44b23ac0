import { publication } from '@half-measure/shared/publication.ts'
import { button, paragraph, type Letter } from '../letter.ts'

/** To the address that an account is to have: is it yours? */
export function emailChangeLetter(link: string): Letter {
  return {
    subject: 'Confirm your new address',
    preview: 'The link works once, for an hour.',
    title: 'Is this your new address?',
    blocks: [
      paragraph(
        `An administrator of ${publication.name} wants to sign in with this address from now on. If that is you, this link makes it so. It works once, for an hour.`,
      ),
      button('Use this address', link),
    ],
    closing: [paragraph('If it is not you, there is nothing to do: without you nothing comes of it.')],
  }
}
