import type { NewsletterPreferences } from '@half-measure/shared/audience/newsletter.ts'
import type { Db } from '../../database/schema/database.ts'
import { linkNotValid } from '../errors.ts'
import { subscriberOfToken } from './links.ts'

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
    .executeTakeFirstOrThrow(linkNotValid)
}

/** @throws {ApiError} 404 `link_not_valid`, also after unsubscribing. */
export async function changePreferences(
  db: Db,
  token: string,
  preferences: NewsletterPreferences,
): Promise<NewsletterPreferences> {
  return changePreferencesOf(db, await ownerOf(db, token), preferences)
}

/** Applies to emails queued from now on. @throws {ApiError} 404 `link_not_valid` for a subscriber who has left. */
export function changePreferencesOf(
  db: Db,
  id: string,
  { allows_opens }: NewsletterPreferences,
): Promise<NewsletterPreferences> {
  return db
    .updateTable('newsletter_subscribers')
    .set({ allows_opens })
    .where('id', '=', id)
    .returning('allows_opens')
    .executeTakeFirstOrThrow(linkNotValid)
}

async function ownerOf(db: Db, token: string): Promise<string> {
  const id =
    (await subscriberOfToken(db, token, 'unsubscribe')) ?? (await subscriberOfToken(db, token, 'guide'))
  if (!id) throw linkNotValid()
  return id
}
