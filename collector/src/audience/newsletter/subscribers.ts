import type { Subscriber, SubscriberPage, SubscriberQuery } from '@half-measure/shared/audience/subscriber.ts'
import type { Selectable } from 'kysely'
import { isAfter, readCursor, searchPattern, takePage } from '../../database/pagination.ts'
import type { NewsletterSubscribersTable } from '../../database/schema/audience-tables.ts'
import type { ClockedDb, Db } from '../../database/schema/database.ts'
import { recordAudit } from '../../identity/audit-log.ts'
import { csv } from '@half-measure/shared/csv.ts'
import { subscriberNotFound } from '../errors.ts'
import { deleteSubscriber } from './subscriptions.ts'

/** A page of the list, newest first, and the totals. */
export async function listSubscribers(db: Db, query: SubscriberQuery): Promise<SubscriberPage> {
  const rows = await selectSubscribers(db, query)
    .where(isAfter(readCursor(query.cursor, 'uuid'), 'created_at'))
    .limit(query.limit + 1)
    .execute()
  const { page, next } = takePage(rows, query.limit, (row) => row.created_at)
  return { subscribers: page.map(describe), next, totals: await totals(db) }
}

/** The list as CSV. The export is recorded. @param by account of the administrator. */
export async function exportSubscribers(
  { db, now }: ClockedDb,
  query: Pick<SubscriberQuery, 'state' | 'q'>,
  by: string,
): Promise<string> {
  const rows = (await selectSubscribers(db, query).execute()).map(describe)
  await recordAudit(db, now(), null, { event: 'subscribers_exported', details: { by, rows: rows.length } })
  return csv(
    ['email', 'source', 'created_at', 'confirmed_at'],
    rows.map((row) => [row.email, row.source, row.created_at, row.confirmed_at ?? '']),
  )
}

/**
 * Removes a subscriber, as unsubscribing does.
 *
 * @param by account of the administrator.
 * @throws {ApiError} 404 `subscriber_not_found`.
 */
export async function removeSubscriber({ db, now }: ClockedDb, id: string, by: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await deleteSubscriber(trx, id))) throw subscriberNotFound()
    await recordAudit(trx, now(), null, { event: 'subscriber_removed', details: { by } })
  })
}

/** Newest first. */
function selectSubscribers(db: Db, { state, q }: Pick<SubscriberQuery, 'state' | 'q'>) {
  return db
    .selectFrom('newsletter_subscribers')
    .selectAll()
    .$if(state === 'confirmed', (query) => query.where('confirmed_at', 'is not', null))
    .$if(state === 'pending', (query) => query.where('confirmed_at', 'is', null))
    .$if(q !== undefined, (query) => query.where('email', 'ilike', searchPattern(q ?? '')))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
}

function describe(row: Selectable<NewsletterSubscribersTable>): Subscriber {
  const { id, email, source, created_at, confirmed_at } = row
  return {
    id,
    email,
    source,
    created_at: created_at.toISOString(),
    confirmed_at: confirmed_at?.toISOString() ?? null,
  }
}

async function totals(db: Db): Promise<SubscriberPage['totals']> {
  const row = await db
    .selectFrom('newsletter_subscribers')
    .select((eb) => [eb.fn.count<string>('confirmed_at').as('confirmed'), eb.fn.countAll<string>().as('all')])
    .executeTakeFirstOrThrow()
  return { confirmed: Number(row.confirmed), pending: Number(row.all) - Number(row.confirmed) }
}
