import { publication } from '@half-measure/shared/publication.ts'
import type { Kysely, Selectable } from 'kysely'
import { mailOf } from '../../mail/letter.ts'
import { messageLetter } from '../../mail/letters/contact-message.ts'
import { putMail } from '../../mail/outbox.ts'
import type { ContactMessagesTable } from '../../database/schema/audience-tables.ts'
import type { Database } from '../../database/schema/database.ts'

/** Brings a message to the mailbox that it belongs to. An answer to that mail goes to whoever wrote the message. */
export async function putMessageMail(
  trx: Kysely<Database>,
  message: Selectable<ContactMessagesTable>,
  dashboard: string,
  at: Date,
): Promise<void> {
  const mail = mailOf(messageLetter(message, `${dashboard}/admin/messages`), {
    kind: 'contact-message',
    to: publication.mailboxes[message.mailbox],
    replyTo: message.email,
    about: message.email,
  })
  await putMail(trx, mail, at)
}
