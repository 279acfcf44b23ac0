import type { SendingProgress } from '@half-measure/shared/audience/issue.ts'
import type { Selectable } from 'kysely'
import type { DeliveryOutcome, NewsletterIssuesTable } from '../../database/schema/audience-tables.ts'
import { countRows } from '../../database/rows.ts'
import type { Db } from '../../database/schema/database.ts'
import type { OutcomeListener } from '../../email/outbox.ts'
import { isAddressRefused, undeliverableSubscribers } from './undeliverable.ts'

/** Kind of the emails of an issue. */
export const ISSUE_EMAIL = 'newsletter-issue'

type Issue = Pick<Selectable<NewsletterIssuesTable>, 'id' | 'state' | 'started_at' | 'unsent'>

/** Progress of the issues, by id; none before sending begins. */
export async function progressOf(
  db: Db,
  issues: readonly Issue[],
): Promise<ReadonlyMap<string, SendingProgress>> {
  const started = issues.filter(({ started_at }) => started_at !== null)
  const progress = new Map<string, SendingProgress>()
  for (const issue of started) {
    const remaining =
      issue.state === 'sent' ? 0 : (issue.unsent ?? (await countRows(subscribersWithoutDelivery(db, issue))))
    const zero = { waiting: 0, deferred: 0, delivered: 0, failed: 0, left: 0 }
    progress.set(issue.id, { recipients: remaining, remaining, ...zero })
  }
  if (started.length === 0) return progress

  const counts = await db
    .selectFrom('newsletter_deliveries')
    .leftJoin('outbox', 'outbox.id', 'email_id')
    .select(({ fn }) => [
      'issue_id',
      'outcome',
      fn.countAll<string>().as('count'),
      // The email of a first attempt under way has no error yet.
      fn
        .countAll<string>()
        .filterWhere('attempts', '>', 0)
        .filterWhere('last_error', 'is not', null)
        .as('deferred'),
    ])
    .where(
      'issue_id',
      'in',
      started.map(({ id }) => id),
    )
    .groupBy(['issue_id', 'outcome'])
    .execute()
  for (const { issue_id, outcome, count, deferred } of counts) {
    const totals = progress.get(issue_id)
    if (!totals) continue
    totals[FIGURE_OF[outcome]] += Number(count)
    if (outcome === 'waiting') totals.deferred = Number(deferred)
    totals.recipients += Number(count)
  }
  return progress
}

const FIGURE_OF = {
  waiting: 'waiting',
  delivered: 'delivered',
  failed: 'failed',
  unsubscribed: 'left',
  stopped: 'remaining',
} as const satisfies Record<DeliveryOutcome, keyof SendingProgress>

/** Subscribers who were confirmed when sending began, can be reached, and have no delivery yet. */
export function subscribersWithoutDelivery(db: Db, { id, started_at }: Pick<Issue, 'id' | 'started_at'>) {
  return db
    .selectFrom('newsletter_subscribers')
    .where('confirmed_at', '<=', started_at ?? new Date(0))
    .where('id', 'not in', undeliverableSubscribers(db))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('newsletter_deliveries')
            .select('email_id')
            .where('issue_id', '=', id)
            .whereRef('subscriber_id', '=', 'newsletter_subscribers.id'),
        ),
      ),
    )
}

/**
 * Stores the outcome of an issue's email in its delivery. A retried email is held until the issue sender releases it, if
 * its issue is paused or under way.
 */
export const recordDeliveryOutcome: OutcomeListener = async (trx, { id, kind }, outcome) => {
  if (kind !== ISSUE_EMAIL) return
  const address_refused = outcome === 'failed' && (await isAddressRefused(trx, id))
  await trx
    .updateTable('newsletter_deliveries')
    .set({ outcome, address_refused })
    .where('email_id', '=', id)
    .execute()
  if (outcome !== 'waiting') return
  await trx
    .updateTable('outbox')
    .set({ is_paused: true })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('newsletter_deliveries')
        .innerJoin('newsletter_issues', 'newsletter_issues.id', 'issue_id')
        .select('email_id')
        .where('email_id', '=', id)
        .where('state', 'in', ['paused', 'sending']),
    )
    .execute()
}

/** Deletes the emails of an issue that were not delivered, failed ones too: nobody can retry them. */
export async function withdrawIssue(trx: Db, issueId: string): Promise<void> {
  const emails = await trx
    .deleteFrom('outbox')
    .where('id', 'in', (eb) =>
      eb.selectFrom('newsletter_deliveries').select('email_id').where('issue_id', '=', issueId),
    )
    .returning(['id', 'failed_at'])
    .execute()
  const waiting = emails.filter(({ failed_at }) => failed_at === null)
  await withdrawDeliveries(trx, waiting, 'stopped')
}

/**
 * Marks deliveries whose email was deleted. An email being delivered at that moment is marked as delivered afterwards.
 * Emails that belong to no issue are ignored.
 */
export async function withdrawDeliveries(
  trx: Db,
  emails: readonly { readonly id: string }[],
  outcome: 'unsubscribed' | 'stopped' = 'unsubscribed',
): Promise<void> {
  if (emails.length === 0) return
  await trx
    .updateTable('newsletter_deliveries')
    .set({ outcome })
    .where(
      'email_id',
      'in',
      emails.map(({ id }) => id),
    )
    .execute()
}
