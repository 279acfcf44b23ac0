import { sql, type DeleteResult, type Kysely } from 'kysely'
import { BY_STRANGERS } from '../../auth/audit.ts'
import { SESSION_MS } from '../../auth/session-lifetime.ts'
import type { Database } from '../../database/schema/database.ts'

const DAY = 24 * 3_600_000

/** How long what is known of people stays; the privacy page promises it. */
export const retention = {
  contactMessageMonths: 24,
  unconfirmedSubscriberDays: 30,
  /** From the withdrawal on. */
  consentMonths: 13,
  /** Mail that could not be delivered. */
  failedMailDays: 30,
  /** Links to leave the newsletter, once their owner has left or has newer ones. */
  spentLinkDays: 400,
  /** Security events: who did what. */
  auditLogMonths: 24,
  /** Security events that anybody can cause; of each kind the newest `mostAttempts` at most. */
  attemptDays: 90,
  mostAttempts: 10_000,
  /** An invitation that nobody took up leaves an account without rights. */
  unusedAccountDays: 30,
} as const

/** Rows removed, by what they were. */
export interface Expired {
  readonly contact_messages: number
  readonly unconfirmed_subscribers: number
  readonly consent_records: number
  readonly mails: number
  readonly links: number
  readonly sessions: number
  readonly accounts: number
  readonly security_events: number
}

/** Removes what is over its time. To be called every night; repeating it changes nothing. */
export async function expirePeople(db: Kysely<Database>, now: Date): Promise<Expired> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY)
  return db.transaction().execute(async (trx) => {
    const contactMessages = trx
      .deleteFrom('contact_messages')
      .where('created_at', '<=', monthsBefore(now, retention.contactMessageMonths))
    const unconfirmed = trx
      .deleteFrom('newsletter_subscribers')
      .where('confirmed_at', 'is', null)
      .where('requested_at', '<=', daysAgo(retention.unconfirmedSubscriberDays))
    const consentRecords = trx
      .deleteFrom('consent_records')
      .where('withdrawn_at', '<=', monthsBefore(now, retention.consentMonths))
    const mails = trx.deleteFrom('outbox').where('failed_at', '<=', daysAgo(retention.failedMailDays))
    const newsletterLinks = trx
      .deleteFrom('newsletter_tokens')
      .where('subscriber_id', 'is', null)
      .where((eb) =>
        eb.or([eb('purpose', '!=', 'unsubscribe'), eb('created_at', '<=', daysAgo(retention.spentLinkDays))]),
      )
    const outlivedLinks = trx
      .deleteFrom('newsletter_tokens')
      .where('purpose', '=', 'unsubscribe')
      .where('created_at', '<=', daysAgo(retention.spentLinkDays))
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('newsletter_tokens as newer')
            .select('newer.created_at')
            .whereRef('newer.subscriber_id', '=', 'newsletter_tokens.subscriber_id')
            .where('newer.purpose', '=', 'unsubscribe')
            .whereRef('newer.created_at', '>', 'newsletter_tokens.created_at'),
        ),
      )
    const accountLinks = trx.deleteFrom('account_tokens').where('expires_at', '<=', now)
    const sessions = trx
      .deleteFrom('sessions')
      .where('created_at', '<=', new Date(now.getTime() - SESSION_MS))
    const accounts = trx
      .deleteFrom('users')
      .where('last_sign_in_at', 'is', null)
      .where('created_at', '<=', daysAgo(retention.unusedAccountDays))
      .where('id', 'not in', (eb) => eb.selectFrom('admin_profiles').select('user_id'))
      .where('id', 'not in', (eb) => eb.selectFrom('account_tokens').select('user_id'))
      .where('id', 'not in', (eb) => eb.selectFrom('sessions').select('user_id'))
    const events = trx.deleteFrom('audit_log').where('at', '<=', monthsBefore(now, retention.auditLogMonths))
    const oldAttempts = trx
      .deleteFrom('audit_log')
      .where('event', 'in', BY_STRANGERS)
      .where((eb) => eb.or([eb('at', '<=', daysAgo(retention.attemptDays)), eb('id', 'in', tooMany(trx))]))
    const attempts = trx.deleteFrom('limited_attempts').where('at', '<=', daysAgo(1))

    const expired = {
      contact_messages: await count(contactMessages),
      unconfirmed_subscribers: await count(unconfirmed),
      consent_records: await count(consentRecords),
      mails: await count(mails),
      links: (await count(newsletterLinks)) + (await count(outlivedLinks)) + (await count(accountLinks)),
      sessions: await count(sessions),
      accounts: await count(accounts),
      security_events: (await count(events)) + (await count(oldAttempts)),
    }
    await attempts.execute()
    return expired
  })
}

/** Of each kind of attempt, those beyond the newest `mostAttempts`. */
function tooMany(trx: Kysely<Database>) {
  return trx
    .selectFrom(
      trx
        .selectFrom('audit_log')
        .select(['id', sql<number>`row_number() over (partition by event order by id desc)`.as('place')])
        .where('event', 'in', BY_STRANGERS)
        .as('attempts'),
    )
    .select('id')
    .where('place', '>', retention.mostAttempts)
}

async function count(query: { executeTakeFirst(): Promise<DeleteResult | undefined> }): Promise<number> {
  return Number((await query.executeTakeFirst())?.numDeletedRows ?? 0n)
}

/** The same day of an earlier month, or that month's last. */
function monthsBefore(date: Date, months: number): Date {
  const then = Temporal.Instant.fromEpochMilliseconds(date.getTime())
    .toZonedDateTimeISO('UTC')
    .subtract({ months })
  return new Date(then.epochMilliseconds)
}
