import type { ContactForm } from '@half-measure/shared/people/contact.ts'
import type { HeldReason } from '@half-measure/shared/people/contact-message.ts'
import type { Kysely } from 'kysely'
import { tooManyAttempts } from '../../auth/auth-errors.ts'
import type { Database } from '../../database/schema/database.ts'
import type { PeopleContext } from '../people-context.ts'
import { heldReasons } from './held-reasons.ts'
import { mailboxFor } from './mailbox-for.ts'
import { putMessageMail } from './message-mail.ts'

/** A message that comes again within this is the same one, sent twice. Milliseconds. */
const REPEAT_MS = 10 * 60_000

/**
 * Stores a message and lets the right mailbox know; one that looks like spam is stored only. Its sender is told
 * the same.
 *
 * @param client the client's address; used for its limit, not kept.
 * @throws {ApiError} 429 `over_request_rate_limit`.
 */
export async function sendMessage(context: PeopleContext, form: ContactForm, client: string): Promise<void> {
  const { db, limits, now, mailer } = context
  const refusal = await db.transaction().execute(async (trx) => {
    const byClient = await limits.settle(trx, [limits.forClient('contact_client', client)], true)
    if (!byClient.allowed) return byClient
    const at = now()
    if (await isRepeated(trx, form, at)) return undefined

    const pace = await limits.settle(trx, [limits.forClient('contact_pace', client)], true)
    const reasons: HeldReason[] = [...heldReasons(form), ...(pace.allowed ? [] : ['rate' as const])]
    const { name, email, subject, message } = form
    const stored = await trx
      .insertInto('contact_messages')
      .values({
        name,
        email,
        subject,
        message,
        mailbox: mailboxFor(subject),
        status: 'unread',
        held: reasons.length > 0,
        held_reasons: reasons,
        created_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    if (!stored.held) await putMessageMail(trx, stored, context.origins.dashboard, at)
    return undefined
  })
  if (refusal) throw tooManyAttempts(refusal.retryAfter)
  mailer.wake()
}

/** An impatient press, or a second try after an answer that got lost. */
async function isRepeated(trx: Kysely<Database>, form: ContactForm, at: Date): Promise<boolean> {
  const same = await trx
    .selectFrom('contact_messages')
    .select('id')
    .where('email', '=', form.email)
    .where('subject', '=', form.subject)
    .where('message', '=', form.message)
    .where('created_at', '>', new Date(at.getTime() - REPEAT_MS))
    .executeTakeFirst()
  return same !== undefined
}
