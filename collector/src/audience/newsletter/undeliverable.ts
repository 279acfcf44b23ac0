import type { Db } from '../../database/schema/database.ts'
import { isUnknownAddress } from '../../email/smtp-failure.ts'

/*
 * Senders who keep writing to addresses that do not exist are taken for spammers, so a subscriber whose address the mail
 * server refused twice gets no further issues. The subscription stays: a delivery, such as a failed email that is retried,
 * or another sign-up ends this.
 *
 * A server that refuses the sender, whose quota is used up, may say the same of every address from then on. So a refusal
 * counts only if the server accepted another email of the issue that was queued no earlier.
 */

/** Refused issues in a row. */
const MAX_REFUSED_ISSUES = 2

/** Ids of subscribers who get no further issues. */
export function undeliverableSubscribers(db: Db) {
  return db
    .selectFrom('newsletter_deliveries as refused')
    .select('subscriber_id')
    .where('address_refused', '=', true)
    .where('outcome', '=', 'failed')
    .where('subscriber_id', 'is not', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('newsletter_deliveries as accepted')
          .select('accepted.email_id')
          .whereRef('accepted.issue_id', '=', 'refused.issue_id')
          .whereRef('accepted.queued_at', '>=', 'refused.queued_at')
          .where('accepted.outcome', '=', 'delivered'),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('newsletter_deliveries as later')
            .select('later.email_id')
            .whereRef('later.subscriber_id', '=', 'refused.subscriber_id')
            .whereRef('later.queued_at', '>', 'refused.queued_at')
            .where('later.outcome', '=', 'delivered'),
        ),
      ),
    )
    .groupBy('subscriber_id')
    .having((eb) => eb.fn.countAll(), '>=', MAX_REFUSED_ISSUES)
}

/** Whether the mail server gave an email up because it does not know the address. */
export async function isAddressRefused(trx: Db, emailId: string): Promise<boolean> {
  const email = await trx
    .selectFrom('outbox')
    .select('last_error')
    .where('id', '=', emailId)
    .where('failed_at', 'is not', null)
    .executeTakeFirst()
  return isUnknownAddress(email?.last_error ?? '')
}

/** An issue that pauses itself says nothing of addresses: the mail server probably refuses the sender. */
export async function forgetRefusalsOfIssue(trx: Db, issueId: string): Promise<void> {
  await trx
    .updateTable('newsletter_deliveries')
    .set({ address_refused: false })
    .where('issue_id', '=', issueId)
    .where('address_refused', '=', true)
    .execute()
}

/** Sends further issues again. The caller has locked the subscriber. */
export async function forgetRefusals(trx: Db, subscriberId: string): Promise<void> {
  await trx
    .updateTable('newsletter_deliveries')
    .set({ address_refused: false })
    .where('subscriber_id', '=', subscriberId)
    .where('address_refused', '=', true)
    .execute()
}
