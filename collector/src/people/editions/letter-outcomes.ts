import type { Kysely } from 'kysely'
import type { MailReport } from '../../mail/outbox.ts'
import type { Database } from '../../database/schema/database.ts'

/** Keeps the account of an edition's letters; for the mailer. One that is to wait in a paused edition is held. */
export const reportLetter: MailReport = async (trx, { id, kind }, outcome) => {
  if (kind !== 'newsletter-edition') return
  await trx.updateTable('newsletter_deliveries').set({ outcome }).where('mail_id', '=', id).execute()
  if (outcome !== 'waiting') return
  await trx
    .updateTable('outbox')
    .set({ held: true })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('newsletter_deliveries')
        .innerJoin('newsletter_issues', 'newsletter_issues.id', 'edition_id')
        .select('mail_id')
        .where('mail_id', '=', id)
        .where('state', '=', 'paused'),
    )
    .execute()
}

/** Letters that were taken out of the outbox because their reader left. Other mails among them do no harm. */
export async function withdrawLetters(
  trx: Kysely<Database>,
  mails: readonly { readonly id: string }[],
): Promise<void> {
  if (mails.length === 0) return
  await trx
    .updateTable('newsletter_deliveries')
    .set({ outcome: 'left' })
    .where(
      'mail_id',
      'in',
      mails.map(({ id }) => id),
    )
    .execute()
}
