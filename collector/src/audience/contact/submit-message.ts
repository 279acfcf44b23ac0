import type { ContactForm } from '@half-measure/shared/audience/contact.ts'
import type { SpamReason } from '@half-measure/shared/audience/contact-message.ts'
import type { Db } from '../../database/schema/database.ts'
import { assertAllowed } from '../../identity/attempt-limits.ts'
import type { Audience } from '../audience.ts'
import { queueMessageEmail } from './message-email.ts'
import { spamReasons, mailboxFor } from './triage.ts'

/** The same message again within this time is a duplicate. Milliseconds. */
const DUPLICATE_MS = 10 * 60_000

/**
 * Stores a message and emails it to the right mailbox. Apparent spam is only stored; its sender gets the same
 * response.
 *
 * @throws {ApiError} 429 `over_request_rate_limit`.
 */
export async function submitMessage(
  { db, limits, now, outbox, dashboard }: Pick<Audience, 'db' | 'limits' | 'now' | 'outbox' | 'dashboard'>,
  form: ContactForm,
  clientAddress: string,
): Promise<void> {
  const applicable = limits.forClient('contact_client', clientAddress)
  limits.refuseAtOnce(applicable)
  await db.transaction().execute(async (trx) => {
    assertAllowed(await limits.attempt(trx, applicable))
    const at = now()
    if (await isDuplicate(trx, form, at)) return

    const pace = await limits.attempt(trx, limits.forClient('contact_pace', clientAddress))
    const reasons: SpamReason[] = [...spamReasons(form), ...(pace.allowed ? [] : ['rate' as const])]
    const { name, email, subject, message, may_print } = form
    const stored = await trx
      .insertInto('contact_messages')
      .values({
        name,
        email,
        subject,
        message,
        mailbox: mailboxFor(subject),
        status: 'unread',
        is_spam: reasons.length > 0,
        spam_reasons: reasons,
        may_print: may_print === 'on',
        created_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    if (!stored.is_spam) await queueMessageEmail(trx, stored, { outbox, dashboard }, at)
  })
}

/** A double click, or a retry after a lost response. */
async function isDuplicate(trx: Db, form: ContactForm, at: Date): Promise<boolean> {
  const same = await trx
    .selectFrom('contact_messages')
    .select('id')
    .where('email', '=', form.email)
    .where('subject', '=', form.subject)
    .where('message', '=', form.message)
    .where('may_print', '=', form.may_print === 'on')
    .where('created_at', '>', new Date(at.getTime() - DUPLICATE_MS))
    .executeTakeFirst()
  return same !== undefined
}
