import { messagePath } from '@half-measure/shared/dashboard-paths.ts'
import { publication } from '@half-measure/shared/publication.ts'
import type { Selectable } from 'kysely'
import type { ContactMessagesTable } from '../../database/schema/audience-tables.ts'
import type { Db } from '../../database/schema/database.ts'
import { renderEmail } from '../../email/email.ts'
import { link, paragraph } from '../../email/email-content.ts'
import type { Audience } from '../audience.ts'

const received = new Intl.DateTimeFormat(publication.language, {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: publication.timeZone,
})

/** Emails a message to its mailbox. Replies go to its author. */
export async function queueMessageEmail(
  trx: Db,
  { id, name, email, subject, message, mailbox, created_at }: Selectable<ContactMessagesTable>,
  { outbox, dashboard }: Pick<Audience, 'outbox' | 'dashboard'>,
  at: Date,
): Promise<void> {
  const rendered = renderEmail(
    {
      subject: `Contact: ${subject}`,
      preview: message.slice(0, 120),
      title: subject,
      blocks: [
        {
          kind: 'fields',
          rows: [
            ['From', `${name} <${email}>`],
            ['Received', received.format(created_at)],
          ],
        },
        { kind: 'quote', text: message },
      ],
      closing: [
        paragraph(
          'Reply to this email and your answer goes to the person who wrote. We promise one within 24 hours.',
        ),
        link('Open this message in the dashboard', `${dashboard}${messagePath(id)}`),
      ],
    },
    { kind: 'contact-message', to: publication.mailboxes[mailbox], replyTo: email, about: email },
  )
  await outbox.queue(trx, rendered, at)
}
