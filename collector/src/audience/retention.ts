import { CONSENT_DAYS } from '@half-measure/shared/domain/consent.ts'
import type { DeleteResult } from 'kysely'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import type { Db } from '../database/schema/database.ts'
import { expireIdentity, type ExpiredIdentity } from '../identity/retention.ts'
import { monthsBefore } from '../platform/durations.ts'

/** The privacy page names these. */
export const retention = {
  contactMessageMonths: 24,
  unconfirmedSubscriberDays: 30,
  /** From the withdrawal, or from the day after which a consent no longer counts (`CONSENT_DAYS`). */
  consentMonths: 13,
  /** Email that could not be delivered. */
  failedEmailDays: 30,
  /** Links to unsubscribe, once unsubscribed or replaced by newer ones. */
  spentLinkDays: 400,
} as const

/** Rows deleted. */
export interface Expired extends ExpiredIdentity {
  readonly contact_messages: number
  readonly unconfirmed_subscribers: number
  readonly consent_records: number
  readonly emails: number
}

/**
 * Deletes personal data past its retention, accounts included. Runs every night; repeating it changes nothing. Each
 * table is a transaction of its own: what cannot be deleted from one takes back nothing from the others.
 */
export async function expirePersonalData(db: Db, now: Date): Promise<Expired> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const messages = await count(
    db
      .deleteFrom('contact_messages')
      .where('created_at', '<=', monthsBefore(now, retention.contactMessageMonths)),
  )
  const unconfirmed = await count(
    db
      .deleteFrom('newsletter_subscribers')
      .where('confirmed_at', 'is', null)
      .where('requested_at', '<=', daysAgo(retention.unconfirmedSubscriberDays)),
  )
  const emails = await count(
    db.deleteFrom('outbox').where('failed_at', '<=', daysAgo(retention.failedEmailDays)),
  )
  const links = await expireLinks(db, daysAgo(retention.spentLinkDays))
  const identity = await db.transaction().execute((trx) => expireIdentity(trx, now))
  // The largest table is the last.
  const consents = await expireConsents(db, monthsBefore(now, retention.consentMonths))
  return {
    ...identity,
    links: links + identity.links,
    contact_messages: messages,
    unconfirmed_subscribers: unconfirmed,
    consent_records: consents,
    emails,
  }
}

/** In two statements, each with its index. @param before end of a consent from which it has expired. */
async function expireConsents(db: Db, before: Date): Promise<number> {
  const granted = new Date(before.getTime() - CONSENT_DAYS * DAY_MS)
  const withdrawn = await count(db.deleteFrom('consent_records').where('withdrawn_at', '<=', before))
  return withdrawn + (await count(db.deleteFrom('consent_records').where('granted_at', '<=', granted)))
}

/** @param before age at which links to unsubscribe expire; a subscriber's newest one stays. */
async function expireLinks(db: Db, before: Date): Promise<number> {
  const ofNobody = await count(
    db
      .deleteFrom('newsletter_tokens')
      .where('subscriber_id', 'is', null)
      .where((eb) => eb.or([eb('purpose', '!=', 'unsubscribe'), eb('created_at', '<=', before)])),
  )
  const replaced = await count(
    db
      .deleteFrom('newsletter_tokens')
      .where('purpose', '=', 'unsubscribe')
      .where('created_at', '<=', before)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('newsletter_tokens as newer')
            .select('newer.created_at')
            .whereRef('newer.subscriber_id', '=', 'newsletter_tokens.subscriber_id')
            .where('newer.purpose', '=', 'unsubscribe')
            .whereRef('newer.created_at', '>', 'newsletter_tokens.created_at'),
        ),
      ),
  )
  return ofNobody + replaced
}

async function count(query: { executeTakeFirst(): Promise<DeleteResult | undefined> }): Promise<number> {
  return Number((await query.executeTakeFirst())?.numDeletedRows ?? 0n)
}
