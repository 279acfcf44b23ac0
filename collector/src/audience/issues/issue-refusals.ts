import { MAX_REFUSALS } from '@half-measure/shared/audience/issue.ts'
import type { Db } from '../../database/schema/database.ts'

/*
 * Some servers refuse an account that may not send, or not so much, as they refuse an unknown recipient. Then every
 * email of an issue would fail, and it would count as sent. So it pauses itself after `MAX_REFUSALS` in a row.
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
 * Attempts the failed emails of an issue again, when it is resumed: nobody can tell which of them failed for their
 * recipient. They count as attempted once, so that those which did cannot pause it again.
 */
export async function retryFailed(trx: Db, issueId: string, at: Date): Promise<void> {
  const deliveries = trx
    .selectFrom('newsletter_deliveries')
    .select('email_id')
    .where('issue_id', '=', issueId)
  await trx
    .updateTable('outbox')
    .set({ failed_at: null, is_paused: true, due_at: at, attempts: 1 })
    .where('failed_at', 'is not', null)
    .where('id', 'in', deliveries)
    .execute()
  await trx
    .updateTable('newsletter_deliveries')
    .set({ outcome: 'waiting', address_refused: false })
    .where('issue_id', '=', issueId)
    .where('outcome', '=', 'failed')
    // The others were deleted.
    .where('email_id', 'in', trx.selectFrom('outbox').select('id').where('failed_at', 'is', null))
    .execute()
}
