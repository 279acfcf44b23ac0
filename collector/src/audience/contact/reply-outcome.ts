import type { Db } from '../../database/schema/database.ts'
import type { OutcomeListener } from '../../email/outbox.ts'
import { replySuperseded } from '../errors.ts'

/** Kind of the emails of replies. */
export const REPLY_EMAIL = 'message-reply'

/**
 * Stores the outcome of a reply's email, and the reason of a failure, which outlives the email. A message whose reply
 * fails is unread again, even if it was archived: its sender has no reply. While the reply is retried, it is replied,
 * unless an editor has archived it meanwhile: opening it, which marks it as read, decides nothing. A later reply that is
 * delivered or waits counts instead.
 */
export const recordReplyOutcome: OutcomeListener = async (trx, { id, kind }, outcome) => {
  if (kind !== REPLY_EMAIL) return
  const reply = await lockReply(trx, id)
  if (reply && outcome !== 'delivered' && !(await hasLaterReply(trx, reply))) {
    await trx
      .updateTable('contact_messages')
      .set({ status: outcome === 'failed' ? 'unread' : 'replied' })
      .where('id', '=', reply.message_id)
      .$if(outcome === 'waiting', (query) => query.where('status', '!=', 'archived'))
      .execute()
  }
  await trx
    .updateTable('message_replies')
    .set((eb) => ({
      outcome,
      failure:
        outcome === 'failed' ? eb.selectFrom('outbox').select('last_error').where('id', '=', id) : null,
    }))
    .where('email_id', '=', id)
    .execute()
}

/**
 * Its author would get the same text twice if a failed reply were retried that an editor has sent again; or an outdated
 * one after the reply that corrects it. Emails that are no reply are ignored.
 *
 * @throws {ApiError} 409 `reply_superseded`.
 */
export async function assertNotSuperseded(trx: Db, emailId: string): Promise<void> {
  const reply = await lockReply(trx, emailId)
  if (reply && (await hasLaterReply(trx, reply))) throw replySuperseded()
}

/** Locks the message first: deleting it locks it before its replies too, and later replies lock it as well. */
function lockReply(trx: Db, emailId: string) {
  return trx
    .selectFrom('message_replies')
    .innerJoin('contact_messages', 'contact_messages.id', 'message_id')
    .select(['message_id', 'message_replies.created_at'])
    .where('email_id', '=', emailId)
    .forUpdate('contact_messages')
    .executeTakeFirst()
}

async function hasLaterReply(trx: Db, reply: { message_id: string; created_at: Date }): Promise<boolean> {
  const later = await trx
    .selectFrom('message_replies')
    .select('id')
    .where('message_id', '=', reply.message_id)
    .where('created_at', '>', reply.created_at)
    .where('outcome', 'in', ['waiting', 'delivered'])
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}
