import { type NewsletterPreferences, OPENS_VERSION } from '@half-measure/shared/audience/newsletter.ts'
import type { Db } from '../../database/schema/database.ts'
import type { Audience } from '../audience.ts'
import { linkNotValid } from '../errors.ts'
import { subscriberOfToken } from './links.ts'
import { withoutOpenPicture } from './open-picture.ts'

/**
 * Preferences of the owner of a link: the unsubscribe link in every email's footer, or the link to the guide, whose
 * page asks new subscribers for them.
 *
 * @throws {ApiError} 404 `link_not_valid`, also after unsubscribing.
 */
export async function readPreferences(db: Db, token: string): Promise<NewsletterPreferences> {
  return db
    .selectFrom('newsletter_subscribers')
    .select('allows_opens')
    .where('id', '=', await ownerOf(db, token))
    .executeTakeFirstOrThrow(() => linkNotValid('preferences'))
}

/** @throws {ApiError} 404 `link_not_valid`, also after unsubscribing. */
export async function changePreferences(
  { db, now, outbox }: Pick<Audience, 'db' | 'now' | 'outbox'>,
  token: string,
  preferences: NewsletterPreferences,
): Promise<NewsletterPreferences> {
  await db.transaction().execute(async (trx) => {
    await changePreferencesOf({ db: trx, now, outbox }, await ownerOf(trx, token), preferences)
  })
  return preferences
}

/**
 * Applies to every email that has not been handed over, and stores when the subscriber agreed, to which words, and when
 * they changed their mind. Repeating a choice changes nothing.
 *
 * @param audience with a transaction. Locks in the order of `deleteSubscriber`.
 * @throws {ApiError} 404 `link_not_valid` for a subscriber who has left.
 */
export async function changePreferencesOf(
  { db: trx, now, outbox }: Pick<Audience, 'db' | 'now' | 'outbox'>,
  id: string,
  { allows_opens }: NewsletterPreferences,
): Promise<void> {
  const stored = await trx
    .selectFrom('newsletter_subscribers')
    .select('allows_opens')
    .where('id', '=', id)
    // Stronger than the change needs: no email is being queued meanwhile.
    .forUpdate()
    .executeTakeFirstOrThrow(() => linkNotValid('preferences'))
  if (stored.allows_opens === allows_opens) return
  const at = now()
  await trx
    .updateTable('newsletter_subscribers')
    .set(
      allows_opens
        ? { allows_opens, opens_version: OPENS_VERSION, opens_allowed_at: at, opens_withdrawn_at: null }
        : { allows_opens, opens_withdrawn_at: at },
    )
    .where('id', '=', id)
    .execute()
  if (!allows_opens) await removeOpenPictures(trx, outbox, id)
}

/** From emails that wait or failed. One that is being delivered at this moment goes out as it is. */
async function removeOpenPictures(trx: Db, outbox: Audience['outbox'], subscriberId: string): Promise<void> {
  const emails = await trx
    .selectFrom('outbox')
    .selectAll()
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('newsletter_deliveries')
        .select('email_id')
        .where('subscriber_id', '=', subscriberId)
        .where('counts_opens', '=', true),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const email of emails) {
    await outbox.changeHtml(trx, email, withoutOpenPicture)
    await trx
      .updateTable('newsletter_deliveries')
      .set({ counts_opens: false })
      .where('email_id', '=', email.id)
      .execute()
  }
}

async function ownerOf(db: Db, token: string): Promise<string> {
  const id =
    (await subscriberOfToken(db, token, 'unsubscribe')) ?? (await subscriberOfToken(db, token, 'guide'))
  if (!id) throw linkNotValid('preferences')
  return id
}
