import { OPENS_VERSION } from '@half-measure/shared/audience/newsletter.ts'
import { type Audience, openAudience } from '../../src/audience/audience.ts'
import { submitMessage } from '../../src/audience/contact/submit-message.ts'
import { confirmSubscription, subscribe } from '../../src/audience/newsletter/subscriptions.ts'
import type { Db } from '../../src/database/schema/database.ts'
import { createAttemptLimits } from '../../src/identity/attempt-limits.ts'
import { testOutbox, waitingEmails } from '../../src/email/testing/test-outbox.ts'
import { productionOrigins } from '../../src/testing/origins.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** No mailer and no sender run: emails wait in the outbox, issues to be sent. */
export async function openTestAudience(db: Db, now: () => Date): Promise<Audience> {
  const keysDir = temporaryDirectory()
  const limits = await createAttemptLimits(keysDir, now)
  const { site, dashboard } = productionOrigins
  return openAudience({ db, now, limits, dashboard, outbox: testOutbox }, { keysDir, site })
}

/** Signs up and confirms, which leaves emails waiting. */
export async function joinNewsletter(audience: Audience, email: string): Promise<void> {
  await subscribe(audience, { email, source: 'page' }, `2001:db8:${email.length}::${email.charCodeAt(1)}`)
  const confirmation = (await waitingEmails(audience.db)).findLast(
    ({ kind, recipient }) => kind === 'newsletter-confirm' && recipient === email,
  )
  await confirmSubscription(audience, tokenIn(confirmation, '/newsletter/confirm'))
}

/** Adds a confirmed subscriber without any waiting email. */
export async function addSubscriber(audience: Audience, email: string): Promise<void> {
  await joinNewsletter(audience, email)
  await audience.db.deleteFrom('outbox').where('recipient', '=', email).execute()
}

/** Adds confirmed subscribers without any email. @param allowing so many of the first allow opens to be counted. */
export async function addSubscribers(
  db: Db,
  emails: readonly string[],
  at: Date,
  allowing = 0,
): Promise<void> {
  const times = { created_at: at, requested_at: at, confirmed_at: at }
  const consent = { allows_opens: true, opens_version: OPENS_VERSION, opens_allowed_at: at }
  await db
    .insertInto('newsletter_subscribers')
    .values(emails.map((email, n) => ({ email, source: 'page', ...times, ...(n < allowing && consent) })))
    .execute()
}

/** The token in the first link of an email to a path. */
export function tokenIn(email: { text: string } | undefined, path: string): string {
  const token = new RegExp(`${path}\\?token=([\\w-]+)`).exec(email?.text ?? '')?.[1]
  if (token === undefined) throw new Error(`the email has no link to ${path}:\n${email?.text}`)
  return token
}

/** Sends a message through the contact form. */
export function writeMessage(audience: Audience, email: string, subject = 'Hello'): Promise<void> {
  return submitMessage(audience, { name: 'Ada', email, subject, message: 'A long message.' }, '203.0.113.7')
}
