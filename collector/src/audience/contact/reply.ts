import type {
  ContactMessage,
  ReplyOutcome,
  ReplyText,
} from '@half-measure/shared/audience/contact-message.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { MINUTE_MS } from '@half-measure/shared/durations.ts'
import type { Db } from '../../database/schema/database.ts'
import { IN_REPLY_TO, renderEmail } from '../../email/email.ts'
import { paragraph } from '../../email/email-content.ts'
import { recordAudit } from '../../identity/audit-log.ts'
import type { Audience } from '../audience.ts'
import { messageIsSpam, messageReplied } from '../errors.ts'
import { lockMessage, readMessage } from './inbox.ts'
import { REPLY_EMAIL } from './reply-outcome.ts'

/** The same reply again within this time is a double click, or a retry after a lost response. */
const DUPLICATE_MS = 10 * MINUTE_MS

/**
 * Emails a reply to a message's author, stores it, and marks the message as replied. The author's next email goes to the
 * message's mailbox; mailboxes show several replies as one thread. A reply whose author has not seen the one before is
 * refused, so that two editors do not both reply.
 *
 * @param by account of the administrator.
 * @throws {ApiError} 404 `message_not_found`, 409 `message_is_spam` or `message_replied`.
 */
export async function replyToMessage(
  { db, now, outbox }: Pick<Audience, 'db' | 'now' | 'outbox'>,
  id: string,
  { text, seen }: ReplyText,
  by: string,
): Promise<ContactMessage> {
  return db.transaction().execute(async (trx) => {
    // One reply at a time, so that a repeated reply finds the first.
    const message = await lockMessage(trx, id)
    if (message.is_spam) throw messageIsSpam()
    const at = now()
    const last = await lastReply(trx, id)
    if (last && isDuplicate(last, text, at)) return message
    if (message.replies.length !== seen) throw messageReplied()

    const headers = { 'Auto-Submitted': 'no', ...(last && { [IN_REPLY_TO]: last.email_id }) }
    const email_id = await outbox.queue(trx, replyEmail(message, text, headers), at)
    await trx
      .insertInto('message_replies')
      .values({ message_id: id, text, email_id, author_id: by, created_at: at })
      .execute()
    await trx.updateTable('contact_messages').set({ status: 'replied' }).where('id', '=', id).execute()
    await recordAudit(trx, at, null, { event: 'message_replied', details: { by, message_id: id } })
    return readMessage(trx, id)
  })
}

/** A failed reply is sent again on purpose. */
function isDuplicate(
  last: { text: string; outcome: ReplyOutcome; created_at: Date },
  text: string,
  at: Date,
): boolean {
  const age = at.getTime() - last.created_at.getTime()
  return last.text === text && last.outcome !== 'failed' && age < DUPLICATE_MS
}

function lastReply(trx: Db, id: string) {
  return trx
    .selectFrom('message_replies')
    .select(['text', 'email_id', 'outcome', 'created_at'])
    .where('message_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function replyEmail(
  { email, subject, message, mailbox }: ContactMessage,
  text: string,
  headers: Readonly<Record<string, string>>,
) {
  return renderEmail(
    {
      subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
      preview: text.slice(0, 120),
      title: subject,
      blocks: [
        ...text.split(/\n\s*\n/).map((part) => paragraph(part.trim())),
        paragraph('You wrote:'),
        { kind: 'quote', text: message },
      ],
      closing: [
        paragraph(
          `You wrote to ${publication.name}. Reply to this email, and your answer reaches the same people.`,
        ),
      ],
    },
    { kind: REPLY_EMAIL, to: email, replyTo: publication.mailboxes[mailbox], headers },
  )
}
