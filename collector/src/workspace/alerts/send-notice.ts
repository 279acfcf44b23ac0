import type { Db } from '../../database/schema/database.ts'
import { renderEmail } from '../../email/email.ts'
import type { EmailContent } from '../../email/email-content.ts'
import type { Outbox } from '../../email/outbox.ts'
import type { Notice } from './notice.ts'
import { queuePosts, type Webhook } from './webhooks.ts'

/** Where notices go. */
export interface NoticeChannels {
  readonly outbox: Outbox
  readonly webhooks: readonly Webhook[]
}

/**
 * Emails a notice to all who turned on alerts, and posts it to the webhooks.
 *
 * @param trx the transaction that changes the state, so that each change is sent once.
 */
export async function sendNotice(
  trx: Db,
  notice: Notice,
  content: EmailContent,
  { outbox, webhooks }: NoticeChannels,
): Promise<void> {
  for (const to of await recipients(trx))
    await outbox.queue(trx, renderEmail(content, { kind: 'alert', to }), notice.at)
  await queuePosts(trx, webhooks, notice)
}

async function recipients(trx: Db): Promise<string[]> {
  const rows = await trx
    .selectFrom('report_settings')
    .innerJoin('users', 'users.id', 'report_settings.user_id')
    .innerJoin('admin_profiles', 'admin_profiles.user_id', 'users.id')
    .select('users.email')
    .where('alerts', '=', true)
    .orderBy('users.email')
    .execute()
  return rows.map(({ email }) => email)
}
