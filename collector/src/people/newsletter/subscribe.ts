import { publication } from '@half-measure/shared/publication.ts'
import type { NewsletterSignup } from '@half-measure/shared/people/newsletter.ts'
import type { Kysely } from 'kysely'
import { tooManyAttempts } from '../../auth/auth-errors.ts'
import { mailOf } from '../../mail/letter.ts'
import { confirmLetter } from '../../mail/letters/newsletter-confirm.ts'
import { reminderLetter } from '../../mail/letters/newsletter-reminder.ts'
import type { Mail } from '../../mail/mail.ts'
import { putMail } from '../../mail/outbox.ts'
import type { Database } from '../../database/schema/database.ts'
import type { PeopleContext } from '../people-context.ts'
import { newsletterAddresses } from './addresses.ts'
import { issueToken } from './tokens.ts'

/**
 * Asks the owner of an address to confirm it; reminds one who has. The caller cannot tell which. An address that
 * was entered too often in an hour gets nothing more, so that nobody's mailbox is filled by strangers.
 *
 * @param client the client's address; used for its limit, not kept.
 * @throws {ApiError} 429 `over_request_rate_limit` for a client that tries many.
 */
export async function subscribe(
  context: PeopleContext,
  { email, source }: NewsletterSignup,
  client: string,
): Promise<void> {
  const { db, limits, now, mailer } = context
  const refusal = await db.transaction().execute(async (trx) => {
    const byClient = await limits.settle(trx, [limits.forClient('newsletter_client', client)], true)
    if (!byClient.allowed) return byClient
    const byAddress = await limits.settle(trx, [limits.forSubject('newsletter_address', email)], true)
    if (!byAddress.allowed) return undefined

    const at = now()
    const subscriber = await trx
      .insertInto('newsletter_subscribers')
      .values({ email, source, created_at: at, requested_at: at, confirmed_at: null })
      .onConflict((conflict) => conflict.column('email').doUpdateSet({ requested_at: at }))
      .returning(['id', 'confirmed_at'])
      .executeTakeFirstOrThrow()
    const mail =
      subscriber.confirmed_at === null
        ? await question(context, trx, subscriber.id, email, at)
        : await reminder(context, trx, subscriber.id, email, at)
    await putMail(trx, mail, at)
    return undefined
  })
  if (refusal) throw tooManyAttempts(refusal.retryAfter)
  mailer.wake()
}

async function question(
  { origins }: PeopleContext,
  trx: Kysely<Database>,
  subscriberId: string,
  email: string,
  at: Date,
): Promise<Mail> {
  const token = await issueToken(trx, subscriberId, 'confirm', at)
  return mailOf(confirmLetter(newsletterAddresses(origins.site).confirm(token)), {
    kind: 'newsletter-confirm',
    to: email,
    replyTo: publication.mailboxes.newsletter,
  })
}

async function reminder(
  { origins }: PeopleContext,
  trx: Kysely<Database>,
  subscriberId: string,
  email: string,
  at: Date,
): Promise<Mail> {
  const addresses = newsletterAddresses(origins.site)
  const guide = await issueToken(trx, subscriberId, 'guide', at)
  const leave = await issueToken(trx, subscriberId, 'unsubscribe', at)
  return mailOf(reminderLetter({ guide: addresses.guide(guide), leave: addresses.unsubscribe(leave) }), {
    kind: 'newsletter-reminder',
    to: email,
    replyTo: publication.mailboxes.newsletter,
    headers: addresses.leaveHeaders(leave),
  })
}
