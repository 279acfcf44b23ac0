import { publication } from '@half-measure/shared/publication.ts'
import { link, paragraph, type Letter } from '../letter.ts'

/** A reader's message, for the people who answer it. */
export function messageLetter(
  message: { name: string; email: string; subject: string; message: string; created_at: Date },
  inbox: string,
): Letter {
  return {
    subject: `Contact: ${message.subject}`,
    preview: message.message.slice(0, 120),
    title: message.subject,
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['From', `${message.name} <${message.email}>`],
          ['Received', received.format(message.created_at)],
        ],
      },
      { kind: 'quote', text: message.message },
    ],
    closing: [
      paragraph(
        'Answer this mail and the answer goes to the person who wrote. We promise one within 24 hours.',
      ),
      link('All messages', inbox),
    ],
  }
}

const received = new Intl.DateTimeFormat(publication.language, {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: publication.timeZone,
})
