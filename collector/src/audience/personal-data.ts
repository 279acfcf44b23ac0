import type { Db } from '../database/schema/database.ts'
import { accountRecords } from '../identity/account-records.ts'
import { recordAudit } from '../identity/audit-log.ts'
import { eraseAccount } from '../identity/retention.ts'
import { normaliseEmail } from '../identity/users.ts'
import { withdrawDeliveries } from './newsletter/deliveries.ts'
import { deleteSubscriber } from './newsletter/subscriptions.ts'

/** Everything that belongs to an address, oldest first. Emails come without their text, whose links open accounts. */
export async function recordsOfPerson(db: Db, email: string) {
  const address = normaliseEmail(email)
  return db.transaction().execute(async (trx) => ({
    contact_messages: await trx
      .selectFrom('contact_messages')
      .selectAll()
      .where('email', '=', address)
      .orderBy('created_at')
      .execute(),
    message_replies: await trx
      .selectFrom('message_replies')
      .innerJoin('contact_messages', 'contact_messages.id', 'message_id')
      .select([
        'contact_messages.subject',
        'message_replies.text',
        'message_replies.outcome',
        'message_replies.failure',
        'message_replies.created_at',
      ])
      .where('contact_messages.email', '=', address)
      .orderBy('message_replies.created_at')
      .execute(),
    subscriptions: await trx
      .selectFrom('newsletter_subscribers')
      .selectAll()
      .where('email', '=', address)
      .execute(),
    newsletter_deliveries: await trx
      .selectFrom('newsletter_deliveries')
      .innerJoin('newsletter_subscribers', 'newsletter_subscribers.id', 'subscriber_id')
      .innerJoin('newsletter_issues', 'newsletter_issues.id', 'issue_id')
      .select(['subject', 'queued_at', 'outcome', 'address_refused', 'counts_opens'])
      .where('newsletter_subscribers.email', '=', address)
      .orderBy('queued_at')
      .execute(),
    emails: await trx
      .selectFrom('outbox')
      .select(['kind', 'recipient', 'subject', 'created_at', 'attempts', 'failed_at'])
      .where('about', '=', address)
      .orderBy('created_at')
      .execute(),
    ...(await accountRecords(trx, address)),
  }))
}

/** Rows deleted. */
export interface ErasedPerson {
  readonly contact_messages: number
  readonly subscriptions: number
  /** Waiting emails. */
  readonly emails: number
  readonly accounts: number
  /** The address is or was an administrator's; the account stays until the right is revoked. */
  readonly is_admin: boolean
}

/**
 * Deletes everything that belongs to an address. Consent records belong to nobody identifiable, and attempts expire
 * within a day.
 *
 * @param by account of the administrator; absent where it is done on the server.
 */
export async function erasePerson(db: Db, email: string, at: Date, by?: string): Promise<ErasedPerson> {
  const address = normaliseEmail(email)
  return db.transaction().execute(async (trx) => {
    // In the order of `deleteSubscriber` and of the mailer, which locks an email before its message.
    const subscriber = await trx
      .selectFrom('newsletter_subscribers')
      .select('id')
      .where('email', '=', address)
      .forUpdate()
      .executeTakeFirst()
    const emails = await deleteEmails(trx, address)
    await withdrawDeliveries(trx, emails)
    const messages = await trx.deleteFrom('contact_messages').where('email', '=', address).executeTakeFirst()
    // Of replies that locked their message first.
    const late = await deleteEmails(trx, address)
    if (subscriber) await deleteSubscriber(trx, subscriber.id)
    const { accounts, isAdmin } = await eraseAccount(trx, address)
    const erased = {
      contact_messages: Number(messages.numDeletedRows),
      subscriptions: subscriber ? 1 : 0,
      emails: emails.length + late.length,
      accounts,
      is_admin: isAdmin,
    }
    await recordAudit(trx, at, null, {
      event: 'person_erased',
      details: { ...erased, ...(by !== undefined && { by }) },
    })
    return erased
  })
}

function deleteEmails(trx: Db, address: string) {
  return trx.deleteFrom('outbox').where('about', '=', address).returning('id').execute()
}

/** A proof of consent, by the id that only the reader's browser knows. */
export async function recordsOfConsent(db: Db, id: string) {
  return {
    consent_records: await db.selectFrom('consent_records').selectAll().where('id', '=', id).execute(),
  }
}

/** @param by account of the administrator; absent where it is done on the server. @returns rows deleted. */
export async function eraseConsent(db: Db, id: string, at: Date, by?: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom('consent_records').where('id', '=', id).executeTakeFirst()
    await recordAudit(trx, at, null, { event: 'consent_erased', details: by === undefined ? {} : { by } })
    return Number(numDeletedRows)
  })
}
