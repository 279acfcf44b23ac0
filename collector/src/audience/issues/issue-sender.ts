import { MINUTE_MS } from '@half-measure/shared/durations.ts'
import { publication } from '@half-measure/shared/publication.ts'
import { countRows } from '../../database/rows.ts'
import type { Db } from '../../database/schema/database.ts'
import { failpoint } from '../../platform/failpoint.ts'
import type { Logger } from '../../platform/logger.ts'
import { repeat } from '../../platform/repeat.ts'
import type { Audience } from '../audience.ts'
import { issueToken, listHeaders } from '../newsletter/links.ts'
import { ISSUE_EMAIL, subscribersWithoutDelivery } from '../newsletter/deliveries.ts'
import { forgetRefusalsOfIssue } from '../newsletter/undeliverable.ts'
import { isRefused } from './issue-refusals.ts'
import { type IssueRow, renderRow } from './issues.ts'
import { holdIssue, startDueIssues } from './send-issue.ts'

/*
 * An issue becomes emails in small batches, each one transaction: a delivery, the link to unsubscribe, and the email
 * in the outbox.
 *
 * 1. A subscriber receives an issue once: the delivery is unique, and there is no email without it. After a crash,
 *    subscribers without a delivery are the ones that remain.
 * 2. A reader who unsubscribes receives nothing more: until delivered, an email is a row that unsubscribing deletes, and
 *    a subscriber is locked while their email is being queued.
 * 3. Only one of several collectors queues at a time, because a batch begins by locking the issues. The rate is counted
 *    in rows, so it holds for all collectors together, and across restarts. Emails held by a pause, or retried, are
 *    released in batches like new ones.
 * 4. Addresses that the mail server keeps putting off delay nobody else. An issue slows down only while the server puts
 *    off every email: each is tried again, so a server that asks for less would be asked for more.
 */

/**
 * - `queued`: emails were queued or released.
 * - `later`: the rate or the emails that wait leave no room at the moment.
 * - `refused`: the issue was paused, because the mail server refuses all its emails.
 */
export type BatchResult = 'queued' | 'later' | 'refused' | 'finished' | 'idle'

/** Between two batches. Milliseconds. */
const BATCH_INTERVAL_MS = 1_000
/** After a database failure. Milliseconds. */
const RETRY_MS = 5_000

/** Batches that may wait in the outbox without an attempt. Beyond, the mail server has to catch up. */
const MAX_UNTRIED_BATCHES = 2
/** Batches in a row that the mail server may put off. Beyond, one email a minute shows when it takes them again. */
const MAX_DEFERRED_BATCHES = 50
const DEFERRED_RATE = 1
/** Before every other id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

type Dependencies = Pick<Audience, 'db' | 'now' | 'site' | 'outbox'>

/** Queues the emails of issues that are being sent, until stopped. @param rate emails a minute. */
export function startIssueSender(
  audience: Dependencies,
  { rate, log }: { rate: number; log: Logger },
): { stop(): Promise<void> } {
  return repeat(async () => {
    try {
      const result = await queueBatch(audience, rate)
      if (result === 'finished') log.info('a newsletter issue was sent')
      if (result === 'refused')
        log.error('a newsletter issue was paused: the mail server refuses its emails; see the mail log')
      return BATCH_INTERVAL_MS
    } catch (error) {
      log.warn({ err: error }, 'newsletter emails could not be queued; trying again shortly')
      return RETRY_MS
    }
  })
}

/** Of the issue that has been sending longest and has room. @param rate emails a minute. */
export async function queueBatch(audience: Dependencies, rate: number): Promise<BatchResult> {
  const { db, now, site } = audience
  const result = await db.transaction().execute(async (trx) => {
    const at = now()
    await startDueIssues(trx, site, at)
    const issues = await lockSending(trx)
    for (const issue of issues) {
      const result = await queueBatchOf(trx, audience, issue, { rate, at })
      if (result !== 'later') return result
    }
    return issues.length > 0 ? 'later' : 'idle'
  })
  if (result === 'queued') failpoint('issue.after-commit')
  return result
}

async function queueBatchOf(
  trx: Db,
  audience: Dependencies,
  issue: IssueRow,
  { rate, at }: { rate: number; at: Date },
): Promise<BatchResult> {
  if (await isRefused(trx, issue.id)) {
    await holdIssue(trx, issue.id, at, { itself: true })
    await forgetRefusalsOfIssue(trx, issue.id)
    return 'refused'
  }
  const { untried, deferred } = await countWaiting(trx, issue.id)
  const aMinuteAgo = new Date(at.getTime() - MINUTE_MS)
  const queued = await countRows(trx.selectFrom('newsletter_deliveries').where('queued_at', '>', aMinuteAgo))
  const batch = Math.ceil(rate / 60)
  const pace = deferred > MAX_DEFERRED_BATCHES * batch ? DEFERRED_RATE : rate
  const room = Math.min(batch, pace - queued)
  if (room <= 0) return 'later'
  if ((await releaseEmails(trx, issue.id, room, at)) > 0) return 'queued'
  if (untried > MAX_UNTRIED_BATCHES * batch) return 'later'

  const subscribers = await subscribersWithoutDelivery(trx, issue)
    .select(['id', 'email', 'allows_opens'])
    .orderBy('id')
    .limit(room)
    .forKeyShare()
    .execute()
  if (subscribers.length > 0) {
    await queueEmails(trx, audience, issue, subscribers, at)
    failpoint('issue.before-commit')
    return 'queued'
  }
  if (untried > 0) return 'later'
  await trx
    .updateTable('newsletter_issues')
    .set({ state: 'sent', finished_at: at })
    .where('id', '=', issue.id)
    .execute()
  return 'finished'
}

async function queueEmails(
  trx: Db,
  { site, now, outbox }: Pick<Dependencies, 'site' | 'now' | 'outbox'>,
  issue: IssueRow,
  subscribers: readonly { id: string; email: string; allows_opens: boolean }[],
  at: Date,
): Promise<void> {
  const rendered = renderRow({ site, now }, issue)
  for (const { id: subscriberId, email, allows_opens } of subscribers) {
    const token = await issueToken(trx, subscriberId, 'unsubscribe', at, issue.id)
    const emailId = await outbox.queue(
      trx,
      {
        ...rendered.email(token, { opens: allows_opens }),
        kind: ISSUE_EMAIL,
        to: email,
        replyTo: publication.mailboxes.newsletter,
        headers: { ...listHeaders(site, token), Precedence: 'bulk' },
      },
      at,
    )
    await trx
      .insertInto('newsletter_deliveries')
      .values({
        email_id: emailId,
        issue_id: issue.id,
        subscriber_id: subscriberId,
        outcome: 'waiting',
        counts_opens: allows_opens,
        queued_at: at,
      })
      .execute()
  }
  const countingOpens = subscribers.filter(({ allows_opens }) => allows_opens).length
  await trx
    .updateTable('newsletter_issues')
    .set((eb) => ({
      emails: eb('emails', '+', subscribers.length),
      counting_opens: eb('counting_opens', '+', countingOpens),
    }))
    .where('id', '=', issue.id)
    .execute()
}

/** Releases emails that a pause held, or that are retried. @returns how many. */
async function releaseEmails(trx: Db, issueId: string, limit: number, at: Date): Promise<number> {
  const emails = await trx
    .updateTable('outbox')
    // The date of the email, by which mailboxes sort.
    .set({ is_paused: false, created_at: at })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('newsletter_deliveries')
        .innerJoin('outbox as held', 'held.id', 'email_id')
        .select('email_id')
        .where('issue_id', '=', issueId)
        .where('outcome', '=', 'waiting')
        .where('held.is_paused', '=', true)
        .orderBy('queued_at')
        .limit(limit),
    )
    .returning('id')
    .execute()
  if (emails.length > 0) {
    await trx
      .updateTable('newsletter_deliveries')
      .set({ queued_at: at })
      .where(
        'email_id',
        'in',
        emails.map(({ id }) => id),
      )
      .execute()
  }
  return emails.length
}

/** The issues being sent, the one that has been longest first, locked as a change of their state locks them. */
function lockSending(trx: Db): Promise<IssueRow[]> {
  return trx
    .selectFrom('newsletter_issues')
    .selectAll()
    .where('state', '=', 'sending')
    .orderBy('started_at')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Emails of an issue in the outbox without an attempt, and those put off since the last one that was delivered: by
 * subscriber, in whose order they were queued, because their times change when a pause ends.
 */
async function countWaiting(trx: Db, issueId: string): Promise<{ untried: number; deferred: number }> {
  const deliveries = trx.selectFrom('newsletter_deliveries').where('issue_id', '=', issueId)
  const lastDelivered = await deliveries
    .select('subscriber_id')
    .where('outcome', '=', 'delivered')
    .where('subscriber_id', 'is not', null)
    .orderBy('subscriber_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { untried, deferred } = await deliveries
    .innerJoin('outbox', 'outbox.id', 'newsletter_deliveries.email_id')
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere('attempts', '=', 0).as('untried'),
      fn
        .countAll<string>()
        .filterWhere('attempts', '>', 0)
        .filterWhere('subscriber_id', '>', lastDelivered?.subscriber_id ?? FIRST_ID)
        .as('deferred'),
    ])
    .where('outcome', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return { untried: Number(untried), deferred: Number(deferred) }
}
