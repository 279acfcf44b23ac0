import { publication } from '@half-measure/shared/publication.ts'
import { link, paragraph, type Block } from '../letter.ts'

/** What stands under every mail to a subscriber. */
export function newsletterClosing(leave: string): readonly Block[] {
  return [
    paragraph(
      `You get this because you confirmed your address for ${publication.newsletter}. For readers of 18 and over. Drink responsibly.`,
    ),
    link('Leave the list', leave),
  ]
}
