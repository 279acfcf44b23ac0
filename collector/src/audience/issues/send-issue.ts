import type { IssueSend, IssueTest } from '@half-measure/shared/audience/issue.ts'
import { publication } from '@half-measure/shared/publication.ts'
import type { Updateable } from 'kysely'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import type { NewsletterIssuesTable } from '../../database/schema/audience-tables.ts'
import { countRows } from '../../database/rows.ts'
import type { ClockedDb, Db } from '../../database/schema/database.ts'
import { assertAllowed } from '../../identity/attempt-limits.ts'
import { recordAudit } from '../../identity/audit-log.ts'
import type { Principal } from '../../identity/authenticate.ts'
import type { Audience } from '../audience.ts'
import {
  issueChanged,
  issueFrozen,
  issueNotFound,
  issueNotReady,
  issueNotSending,
  scheduleNotValid,
} from '../errors.ts'
import { subscribersWithoutDelivery, withdrawIssue } from '../newsletter/deliveries.ts'
import { isRefused, retryFailed } from './issue-refusals.ts'
import { findIssue, type IssueRow, previewOf, renderRow } from './issues.ts'
import { renderIssue } from './render-issue.ts'

/** The acting administrator. */
type Actor = Pick<Principal, 'userId' | 'email'>

/**
 * Emails an issue to the administrator who requests it; its link to unsubscribe does nothing. An issue with problems can
 * be tested too.
 *
 * @throws {ApiError} 404 `issue_not_found`, 429 `over_request_rate_limit`.
 */
export async function testIssue(
  { db, limits, now, site, outbox }: Pick<Audience, 'db' | 'limits' | 'now' | 'site' | 'outbox'>,
  id: string,
  to: Actor,
): Promise<IssueTest> {
  await db.transaction().execute(async (trx) => {
    const row = await findIssue(trx, id)
    assertAllowed(await limits.attempt(trx, [limits.forSubject('issue_test', to.userId)]))
    const preview = previewOf(renderRow({ site, now }, row))
    await outbox.queue(
      trx,
      {
        ...preview,
        subject: `[Test] ${preview.subject}`,
        kind: 'issue-test',
        to: to.email,
        replyTo: publication.mailboxes.newsletter,
      },
      now(),
    )
  })
  return { to: to.email }
}

/** How far ahead an issue can be scheduled. */
const MAX_AHEAD_MS = 366 * DAY_MS

/**
 * Sends exactly the version that the editor saw, now or at a given time, to everybody confirmed by then. The issue
 * can no longer change.
 *
 * @throws {ApiError} 404 `issue_not_found`; 409 `issue_frozen` or `issue_changed`; 422 `issue_not_ready` or
 * `schedule_not_valid`.
 */
export async function sendIssue(
  { db, now, site }: Pick<Audience, 'db' | 'now' | 'site'>,
  id: string,
  { version, at: scheduledFor }: IssueSend,
  { userId: by }: Actor,
): Promise<IssueRow> {
  return db.transaction().execute(async (trx) => {
    const row = await lockIssue(trx, id)
    if (row.state !== 'draft') throw issueFrozen(row.state)
    if (row.version !== version) throw issueChanged()
    const at = now()
    const { problems } = renderIssue(row, site, at)
    if (problems.length > 0) throw issueNotReady(problems)
    if (scheduledFor !== undefined) {
      const ahead = Date.parse(scheduledFor) - at.getTime()
      if (ahead <= 0 || ahead > MAX_AHEAD_MS) throw scheduleNotValid()
      const details = { by, issue_id: id, at: new Date(scheduledFor).toISOString() }
      await recordAudit(trx, at, null, { event: 'newsletter_issue_scheduled', details })
      return setState(trx, id, { state: 'scheduled', scheduled_for: new Date(scheduledFor) })
    }
    return startSending(trx, site, row, at, by)
  })
}

/**
 * Turns a scheduled issue back into a draft.
 *
 * @param by absent for a restore, which does this too.
 * @throws {ApiError} 404 `issue_not_found`; 409 `issue_not_sending` where its time has come.
 */
export async function unscheduleIssue({ db, now }: ClockedDb, id: string, by?: Actor): Promise<IssueRow> {
  return db.transaction().execute(async (trx) => {
    const row = await lockIssue(trx, id)
    if (row.state !== 'scheduled') throw issueNotSending()
    await recordAudit(trx, now(), null, {
      event: 'newsletter_issue_unscheduled',
      details: { ...(by && { by: by.userId }), issue_id: id },
    })
    return setState(trx, id, { state: 'draft', scheduled_for: null })
  })
}

/** Starts the issues that are due. An issue that came due while no collector ran is sent late. */
export async function startDueIssues(trx: Db, site: string, at: Date): Promise<void> {
  const due = await trx
    .selectFrom('newsletter_issues')
    .selectAll()
    .where('state', '=', 'scheduled')
    .where('scheduled_for', '<=', at)
    .forNoKeyUpdate()
    .execute()
  for (const row of due) await startSending(trx, site, row, at)
}

/** Stores its links for the redirects. @param by account of the administrator; absent for a scheduled start. */
async function startSending(trx: Db, site: string, row: IssueRow, at: Date, by?: string): Promise<IssueRow> {
  const { id } = row
  const links = renderIssue(row, site, at).links.map((url, index) => ({
    issue_id: id,
    position: index + 1,
    url,
  }))
  if (links.length > 0) await trx.insertInto('newsletter_issue_links').values(links).execute()
  const details = { ...(by !== undefined && { by }), issue_id: id }
  await recordAudit(trx, at, null, { event: 'newsletter_issue_sent', details })
  return setState(trx, id, { state: 'sending', scheduled_for: null, started_at: at })
}

/**
 * Stops queueing emails and holds waiting ones. An email being delivered goes out.
 *
 * @param by absent for a restore.
 * @throws {ApiError} 404 `issue_not_found`; 409 `issue_not_sending`.
 */
export async function pauseIssue({ db, now }: ClockedDb, id: string, by?: Actor): Promise<IssueRow> {
  return db.transaction().execute(async (trx) => {
    const row = await lockIssue(trx, id)
    if (row.state !== 'sending') throw issueNotSending()
    return holdIssue(trx, id, now(), { by })
  })
}

/**
 * Pauses an issue that is locked.
 *
 * @param pause by an administrator, or by the issue itself because the mail server refuses its emails.
 */
export async function holdIssue(
  trx: Db,
  id: string,
  at: Date,
  { by, itself = false }: { readonly by?: Actor | undefined; readonly itself?: boolean },
): Promise<IssueRow> {
  await trx
    .updateTable('outbox')
    .set({ is_paused: true })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('newsletter_deliveries')
        .select('email_id')
        .where('issue_id', '=', id)
        .where('outcome', '=', 'waiting'),
    )
    .execute()
  await recordAudit(trx, at, null, {
    event: 'newsletter_issue_paused',
    details: { ...(by && { by: by.userId }), issue_id: id },
  })
  return setState(trx, id, { state: 'paused', paused_itself: itself })
}

/**
 * Continues where it stopped: the issue sender releases the emails that wait. If the mail server refused them, those that
 * failed wait again.
 *
 * @throws {ApiError} 404 `issue_not_found`; 409 `issue_not_sending`.
 */
export async function resumeIssue(
  { db, now }: ClockedDb,
  id: string,
  { userId: by }: Actor,
): Promise<IssueRow> {
  return db.transaction().execute(async (trx) => {
    const row = await lockIssue(trx, id)
    if (row.state !== 'paused') throw issueNotSending()
    const at = now()
    // An editor may have been faster than the issue itself, which would pause at once.
    if (row.paused_itself || (await isRefused(trx, id))) await retryFailed(trx, id, at)
    await recordAudit(trx, at, null, { event: 'newsletter_issue_resumed', details: { by, issue_id: id } })
    return setState(trx, id, { state: 'sending', paused_itself: false })
  })
}

/**
 * Ends a paused issue: those who have not received it never do. An email being delivered goes out and counts. The issue
 * stays out of the archive until an editor shows it there.
 *
 * @throws {ApiError} 404 `issue_not_found`; 409 `issue_not_sending`.
 */
export async function stopIssue(
  { db, now }: ClockedDb,
  id: string,
  { userId: by }: Actor,
): Promise<IssueRow> {
  return db.transaction().execute(async (trx) => {
    const row = await lockIssue(trx, id)
    if (row.state !== 'paused') throw issueNotSending()
    const at = now()
    await withdrawIssue(trx, id)
    const unsent = await countRows(subscribersWithoutDelivery(trx, row))
    await recordAudit(trx, at, null, { event: 'newsletter_issue_stopped', details: { by, issue_id: id } })
    return setState(trx, id, {
      state: 'stopped',
      finished_at: at,
      unsent,
      in_archive: false,
      paused_itself: false,
    })
  })
}

/**
 * Locks the issue until the transaction ends: no other transaction queues its emails or changes its state. Unsubscribing
 * refers to the issue's row and so takes its key: it need not wait, while this waits for its emails.
 */
function lockIssue(trx: Db, id: string): Promise<IssueRow> {
  return trx
    .selectFrom('newsletter_issues')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(issueNotFound)
}

/** The same for the issue that an email belongs to, if any. */
export async function lockIssueOf(trx: Db, emailId: string): Promise<void> {
  await trx
    .selectFrom('newsletter_deliveries')
    .innerJoin('newsletter_issues', 'newsletter_issues.id', 'issue_id')
    .select('issue_id')
    .where('email_id', '=', emailId)
    .forNoKeyUpdate('newsletter_issues')
    .execute()
}

function setState(trx: Db, id: string, change: Updateable<NewsletterIssuesTable>): Promise<IssueRow> {
  return trx
    .updateTable('newsletter_issues')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
