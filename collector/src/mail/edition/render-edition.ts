import type { EditionText } from '@half-measure/shared/people/edition.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { frameLetter } from '../letter-frame.ts'
import { closingHtml } from '../letter-html.ts'
import { closingText } from '../letter-text.ts'
import { newsletterClosing } from '../letters/newsletter-closing.ts'
import type { Mail } from '../mail.ts'
import { wrapText } from '../wrap-text.ts'
import { editionHtml } from './edition-html.ts'
import { editionText } from './edition-text.ts'
import { readMarkdown } from './read-markdown.ts'

/** Longer letters are cut off by the largest mailbox provider, the link to leave with them. Bytes. */
const MAX_HTML_BYTES = 100_000

export interface RenderedEdition {
  /** What has to be mended before it may be sent, in sentences. */
  readonly problems: readonly string[]
  /** The letter to one reader. @param leave where its link to leave the list goes. */
  letter(leave: string): Pick<Mail, 'subject' | 'html' | 'text'>
}

/**
 * @param site origin of the magazine, which addresses beginning with `/` belong to.
 * @param at the day that the letter is of.
 */
export function renderEdition(edition: EditionText, site: string, at: Date): RenderedEdition {
  const { subject, preheader } = edition
  const body = readMarkdown(edition.body, site)
  const kicker = `${publication.newsletter}, ${day.format(at)}`
  const content = editionHtml(body.blocks)
  const plain = editionText(body.blocks)
  const letter: RenderedEdition['letter'] = (leave) => {
    const closing = newsletterClosing(leave)
    return {
      subject,
      html: frameLetter({
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
  const isTooLong = Buffer.byteLength(letter(site).html) > MAX_HTML_BYTES
  return {
    problems: [
      ...(subject === '' ? ['It has no subject.'] : []),
      ...(body.blocks.length === 0 ? ['It has no text.'] : []),
      ...(isTooLong ? ['It is too long: mailboxes would cut off its end.'] : []),
      ...body.problems,
    ],
    letter,
  }
}

const day = new Intl.DateTimeFormat(publication.language, {
  dateStyle: 'long',
  timeZone: publication.timeZone,
})
