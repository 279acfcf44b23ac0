import type { ExpressionBuilder, Kysely } from 'kysely'
import { audit } from '../../auth/audit.ts'
import { normaliseEmail } from '../../auth/users.ts'
import type { Database } from '../../database/schema/database.ts'
import { withdrawLetters } from '../editions/letter-outcomes.ts'
import { removeSubscriber } from '../newsletter/unsubscribe.ts'

/** Rows removed, by what they were. */
export interface ErasedPerson {
  readonly contact_messages: number
  readonly subscriptions: number
  /** Mail that waited. */
  readonly mails: number
  readonly accounts: number
  /** The address is or was an administrator's, whose account stays as it is until the right is revoked. */
  readonly is_admin: boolean
}

/**
 * Removes everything that belongs to an address. Proof of consent to cookies belongs to nobody in particular, and
 * limits on attempts are forgotten within a day.
 */
export async function erasePerson(
  db: Kysely<Database>,
  email: string,
  at: Date = new Date(),
): Promise<ErasedPerson> {
  const address = normaliseEmail(email)
  return db.transaction().execute(async (trx) => {
    const messages = await trx.deleteFrom('contact_messages').where('email', '=', address).executeTakeFirst()
    const mails = await trx.deleteFrom('outbox').where('about', '=', address).returning('id').execute()
    await withdrawLetters(trx, mails)
    const subscriber = await trx
      .selectFrom('newsletter_subscribers')
      .select('id')
      .where('email', '=', address)
      .executeTakeFirst()
    if (subscriber) await removeSubscriber(trx, subscriber.id)
    // Somebody's account was to have the address.
    await trx.deleteFrom('account_tokens').where('new_email', '=', address).execute()
    const accounts = await trx
      .deleteFrom('users')
      .where('email', '=', address)
      .where('id', 'not in', (eb) => eb.selectFrom('admin_profiles').select('user_id'))
      .executeTakeFirst()
    const formerly = (eb: ExpressionBuilder<Database, 'users'>) =>
      eb(eb.val(address), '=', eb.fn.any('former_emails'))
    await trx
      .updateTable('users')
      .set((eb) => ({ former_emails: eb.fn<string[]>('array_remove', ['former_emails', eb.val(address)]) }))
      .where(formerly)
      .where('id', 'not in', (eb) => eb.selectFrom('admin_profiles').select('user_id'))
      .execute()
    // Whoever is left with the address is an administrator.
    const admin = await trx
      .selectFrom('users')
      .select('id')
      .where((eb) => eb.or([eb('email', '=', address), formerly(eb)]))
      .executeTakeFirst()
    const erased = {
      contact_messages: Number(messages.numDeletedRows),
      subscriptions: subscriber ? 1 : 0,
      mails: mails.length,
      accounts: Number(accounts.numDeletedRows),
      is_admin: admin !== undefined,
    }
    await audit(trx, at, null, { event: 'person_erased', details: { ...erased } })
    return erased
  })
}
