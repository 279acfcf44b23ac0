import type { OutcomeListener } from '../../email/outbox.ts'

/** Kind of the emails of replies. */
export const REPLY_EMAIL = 'message-reply'

/**
 * Stores the outcome of a reply's email, and the reason of a failure, which outlives the email. A message whose reply
 * fails is unread again, even if it was archived: its sender has no answer. While the reply is retried, it is replied.
 */
export const recordReplyOutcome: OutcomeListener = async (trx, { id, kind }, outcome) => {
  if (kind !== REPLY_EMAIL) return
  // The message first: deleting it locks it before its replies too.
  if (outcome !== 'delivered') {
    await trx
      .updateTable('contact_messages')
      .set({ status: outcome === 'failed' ? 'unread' : 'replied' })
      .where('id', 'in', (eb) =>
        eb.selectFrom('message_replies').select('message_id').where('email_id', '=', id),
      )
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
