import { countRows } from '../database/rows.ts'
import type { ClockedDb } from '../database/schema/database.ts'
import { pauseIssue, unscheduleIssue } from './issues/send-issue.ts'
import { recordEmailOutcome } from './email-outcomes.ts'

/** What waited, by where an administrator finds it in the dashboard. */
export interface HeldEmail {
  /** Scheduled issues that are drafts again. */
  readonly unscheduled_issues: number
  /** Issues that were being sent. */
  readonly paused_issues: number
  /** Emails of paused issues, which go out when the issue is resumed. */
  readonly paused_emails: number
  /** All other emails, as failed ones: Retry sends them. */
  readonly emails_in_mail_log: number
}

/** The reason in the mail log. */
const REASON =
  'Held because a backup was restored: the email may have been sent after the backup was made. Retry sends it, perhaps for the second time.'

/**
 * Leaves nothing that is sent without an administrator's decision. What waits in a backup has probably been sent since:
 * issues to every subscriber, other emails to their recipients.
 *
 * Expects that no mailer and no issue sender run.
 */
export async function holdEmail({ db, now }: ClockedDb): Promise<HeldEmail> {
  const issues = await db
    .selectFrom('newsletter_issues')
    .select(['id', 'state'])
    .where('state', 'in', ['scheduled', 'sending'])
    .execute()
  const scheduled = issues.filter(({ state }) => state === 'scheduled')
  const sending = issues.filter(({ state }) => state === 'sending')
  for (const { id } of scheduled) await unscheduleIssue({ db, now }, id)
  for (const { id } of sending) await pauseIssue({ db, now }, id)

  const others = await db.transaction().execute(async (trx) => {
    const emails = await trx
      .updateTable('outbox')
      .set({ failed_at: now(), last_error: REASON })
      .where('failed_at', 'is', null)
      .where('is_paused', '=', false)
      .returning(['id', 'kind'])
      .execute()
    // Among them are retried emails of issues that count as sent.
    for (const email of emails) await recordEmailOutcome(trx, email, 'failed')
    return emails.length
  })
  const paused = db.selectFrom('outbox').where('failed_at', 'is', null).where('is_paused', '=', true)
  return {
    unscheduled_issues: scheduled.length,
    paused_issues: sending.length,
    paused_emails: await countRows(paused),
    emails_in_mail_log: others,
  }
}
