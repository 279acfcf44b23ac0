import type {
  NewsletterLeft,
  NewsletterPreferences,
  NewsletterSignup,
} from '@half-measure/shared/audience/newsletter.ts'
import type { ClockedDb, Db } from '../../database/schema/database.ts'
import { assertAllowed } from '../../identity/attempt-limits.ts'
import type { Audience } from '../audience.ts'
import { linkNotValid } from '../errors.ts'
import { withdrawDeliveries } from './deliveries.ts'
import { addCounts, hourOf } from './issue-counts.ts'
import { issueOfToken, issueToken, subscriberOfToken } from './links.ts'
import { changePreferencesOf } from './preferences.ts'
import { forgetRefusals } from './undeliverable.ts'
import { confirmEmail, reminderEmail, welcomeEmail } from './newsletter-emails.ts'

/**
 * Asks the owner of an address to confirm it, or reminds a subscriber. The caller cannot tell which. An address that
 * is entered often gets nothing more for an hour, so that strangers cannot fill a mailbox.
 *
 * @throws {ApiError} 429 `over_request_rate_limit` for a client that tries many addresses, or if very many clients
 * do.
 */
export async function subscribe(
  { db, limits, now, site, outbox }: Pick<Audience, 'db' | 'limits' | 'now' | 'site' | 'outbox'>,
  { email, source }: NewsletterSignup,
  clientAddress: string,
): Promise<void> {
  const applicable = [
    ...limits.forClient('newsletter_client', clientAddress),
    limits.forService('newsletter_service'),
  ]
  limits.refuseAtOnce(applicable)
  await db.transaction().execute(async (trx) => {
    assertAllowed(await limits.attempt(trx, applicable))
    const byAddress = await limits.attempt(trx, [limits.forSubject('newsletter_address', email)])
    if (!byAddress.allowed) return

    const at = now()
    const { id, confirmed_at } = await trx
      .insertInto('newsletter_subscribers')
      .values({ email, source, created_at: at, requested_at: at })
      .onConflict((conflict) => conflict.column('email').doUpdateSet({ requested_at: at }))
      .returning(['id', 'confirmed_at'])
      .executeTakeFirstOrThrow()
    const message =
      confirmed_at === null
        ? confirmEmail(email, site, await issueToken(trx, id, 'confirm', at))
        : reminderEmail(email, { site, ...(await subscriberTokens(trx, id, at)) })
    if (confirmed_at !== null) await forgetRefusals(trx, id)
    await outbox.queue(trx, message, at)
  })
}

/**
 * Confirms the address of the link and sends the guide. Repeating it gives the same response and sends nothing.
 *
 * @returns the token of a link to the guide.
 * @throws {ApiError} 404 `link_not_valid` for a link that was never issued, or whose subscriber is gone.
 */
export async function confirmSubscription(
  { db, now, site, outbox }: Pick<Audience, 'db' | 'now' | 'site' | 'outbox'>,
  token: string,
  { allows_opens }: NewsletterPreferences = { allows_opens: false },
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const id = await subscriberOfToken(trx, token, 'confirm')
    if (!id) throw linkNotValid('confirm')
    // Locked, because somebody may be erasing them at this moment.
    const { email, confirmed_at } = await trx
      .selectFrom('newsletter_subscribers')
      .select(['email', 'confirmed_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => linkNotValid('confirm'))
    const at = now()
    // Confirming again with the box unticked changes nothing.
    if (allows_opens) await changePreferencesOf({ db: trx, now, outbox }, id, { allows_opens })
    if (confirmed_at !== null) return issueToken(trx, id, 'guide', at)
    await trx.updateTable('newsletter_subscribers').set({ confirmed_at: at }).where('id', '=', id).execute()
    const tokens = await subscriberTokens(trx, id, at)
    await outbox.queue(trx, welcomeEmail(email, { site, ...tokens }), at)
    return tokens.guide
  })
}

/**
 * Unsubscribes the owner of the link and deletes the address; counted for the issue whose email has the link. Repeating
 * it gives the same response.
 *
 * @throws {ApiError} 404 `link_not_valid` for a link that was never issued, because somebody may still be subscribed.
 */
export async function unsubscribe({ db, now }: ClockedDb, token: string): Promise<NewsletterLeft> {
  await db.transaction().execute(async (trx) => {
    const id = await subscriberOfToken(trx, token, 'unsubscribe')
    if (id === undefined) throw linkNotValid('unsubscribe')
    if (!id || !(await deleteSubscriber(trx, id))) return
    const issue = await issueOfToken(trx, token)
    if (!issue) return
    const hour = hourOf(issue.started_at, now())
    await addCounts(trx, [{ issue_id: issue.id, kind: 'unsubscribe', link: 0, hour, count: 1 }])
  })
  return { status: 'unsubscribed' }
}

/**
 * Deletes the address, its waiting email, and all its links except those to unsubscribe. False if unknown.
 *
 * Locks the subscriber, then emails, then deliveries, as everything does that locks several of them; contact messages come
 * last.
 */
export async function deleteSubscriber(trx: Db, id: string): Promise<boolean> {
  const subscriber = await trx
    .selectFrom('newsletter_subscribers')
    .select('email')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!subscriber) return false
  await trx
    .deleteFrom('newsletter_tokens')
    .where('subscriber_id', '=', id)
    .where('purpose', '!=', 'unsubscribe')
    .execute()
  const withdrawn = await trx
    .deleteFrom('outbox')
    .where('about', '=', subscriber.email)
    .where('kind', 'like', 'newsletter-%')
    .returning('id')
    .execute()
  await withdrawDeliveries(trx, withdrawn)
  await trx.deleteFrom('newsletter_subscribers').where('id', '=', id).execute()
  return true
}

async function subscriberTokens(trx: Db, id: string, at: Date) {
  return {
    guide: await issueToken(trx, id, 'guide', at),
    unsubscribe: await issueToken(trx, id, 'unsubscribe', at),
  }
}
