import type { NewsletterLeft } from '@half-measure/shared/people/newsletter.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema/database.ts'
import type { PeopleContext } from '../people-context.ts'
import { withdrawLetters } from '../editions/letter-outcomes.ts'
import { linkNotValid } from './newsletter-errors.ts'
import { subscriberOfToken } from './tokens.ts'

/**
 * Takes the owner of the link off the list and forgets the address. Pressed again it says so again.
 *
 * @throws {ApiError} 404 `link_not_valid` for a link that never was: somebody may still be on the list.
 */
export async function unsubscribe({ db }: Pick<PeopleContext, 'db'>, token: string): Promise<NewsletterLeft> {
  const id = await db.transaction().execute(async (trx) => {
    const id = await subscriberOfToken(trx, token, 'unsubscribe')
    if (id) await removeSubscriber(trx, id)
    return id
  })
  if (id === undefined) throw linkNotValid()
  return { status: 'unsubscribed' }
}

/** The address, its mail that waits, and every link but those to leave. False where there was none. */
export async function removeSubscriber(trx: Kysely<Database>, id: string): Promise<boolean> {
  await trx
    .deleteFrom('newsletter_tokens')
    .where('subscriber_id', '=', id)
    .where('purpose', '!=', 'unsubscribe')
    .execute()
  const removed = await trx
    .deleteFrom('newsletter_subscribers')
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirst()
  if (!removed) return false
  const withdrawn = await trx
    .deleteFrom('outbox')
    .where('about', '=', removed.email)
    .where('kind', 'like', 'newsletter-%')
    .returning('id')
    .execute()
  await withdrawLetters(trx, withdrawn)
  return true
}
