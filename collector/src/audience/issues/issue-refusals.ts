import { MAX_REFUSALS } from '@half-measure/shared/audience/issue.ts'
import type { Db } from '../../database/schema/database.ts'

/*
 * Some servers refuse an account that may not send, or not so much, as they refuse an unknown recipient. Then every
 * email of an issue would fail, and it would count as sent. So it pauses itself after as many refusals in a row.
 */

/** Whether the mail server refused the emails last attempted, all at their first attempt. */
export async function isRefused(db: Db, issueId: string): Promise<boolean> {
  const last = await db
    .selectFrom('newsletter_deliveries')
    .leftJoin('outbox', 'outbox.id', 'email_id')
    // Null once delivered.
    .select('attempts')
    .where('issue_id', '=', issueId)
    .where('outcome', 'in', ['delivered', 'failed'])
    .orderBy('queued_at', 'desc')
    .orderBy('email_id')
    .limit(MAX_REFUSALS)
    .execute()
  return last.length === MAX_REFUSALS && last.every(({ attempts }) => attempts === 1)
}

/**
 * Attempts the refused emails of an issue once more, when it is resumed. Their attempts go on counting, so that those
 * which do fail for their recipient cannot pause it again.
 */
export async function retryRefused(trx: Db, issueId: string, at: Date): Promise<void> {
  const emails = await trx
    .updateTable('outbox')
    .set({ failed_at: null, is_paused: true, due_at: at })
    .where('failed_at', 'is not', null)
    .where('attempts', '=', 1)
    .where('id', 'in', (eb) =>
      eb.selectFrom('newsletter_deliveries').select('email_id').where('issue_id', '=', issueId),
    )
    .returning('id')
    .execute()
  if (emails.length === 0) return
  await trx
    .updateTable('newsletter_deliveries')
    .set({ outcome: 'waiting' })
    .where(
      'email_id',
      'in',
      emails.map(({ id }) => id),
    )
    .execute()
}
