import type { SubscriberPage, SubscriberQuery } from '@half-measure/shared/audience/subscriber.ts'
import { addressPattern, selectPage, withIsoDates } from '../../database/rows.ts'
import type { ClockedDb, Db } from '../../database/schema/database.ts'
import { recordAudit } from '../../identity/audit-log.ts'
import { csv } from '@half-measure/shared/csv.ts'
import { subscriberNotFound } from '../errors.ts'
import { deleteSubscriber } from './subscriptions.ts'
import { undeliverableSubscribers } from './undeliverable.ts'

/** A page of the list, newest first, and the totals. */
export async function listSubscribers(db: Db, query: SubscriberQuery): Promise<SubscriberPage> {
  const { page, next } = await selectPage(selectSubscribers(db, query), 'created_at', query)
  return { subscribers: page.map(withIsoDates), next, totals: await totals(db) }
}

/** The list as CSV. The export is recorded. @param by account of the administrator. */
export async function exportSubscribers(
  { db, now }: ClockedDb,
  query: Pick<SubscriberQuery, 'state' | 'q'>,
  by: string,
): Promise<string> {
  const subscribers = selectSubscribers(db, query).orderBy('created_at', 'desc').orderBy('id', 'desc')
  const rows = (await subscribers.execute()).map(withIsoDates)
  await recordAudit(db, now(), null, { event: 'subscribers_exported', details: { by, rows: rows.length } })
  return csv(
    ['email', 'source', 'created_at', 'confirmed_at', 'is_undeliverable'],
    rows.map((row) => [
      row.email,
      row.source,
      row.created_at,
      row.confirmed_at ?? '',
      String(row.is_undeliverable),
    ]),
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

function selectSubscribers(db: Db, { state, q }: Pick<SubscriberQuery, 'state' | 'q'>) {
  return db
    .selectFrom('newsletter_subscribers')
    .select(['id', 'email', 'source', 'created_at', 'confirmed_at'])
    .select((eb) =>
      eb(eb.ref('id'), 'in', undeliverableSubscribers(db)).$castTo<boolean>().as('is_undeliverable'),
    )
    .$if(state === 'confirmed', (query) => query.where('confirmed_at', 'is not', null))
    .$if(state === 'pending', (query) => query.where('confirmed_at', 'is', null))
    .$if(q !== undefined, (query) => query.where('email', 'ilike', addressPattern(q ?? '')))
}

async function totals(db: Db): Promise<SubscriberPage['totals']> {
  const row = await db
    .selectFrom('newsletter_subscribers')
    .select((eb) => [eb.fn.count<string>('confirmed_at').as('confirmed'), eb.fn.countAll<string>().as('all')])
    .executeTakeFirstOrThrow()
  return { confirmed: Number(row.confirmed), pending: Number(row.all) - Number(row.confirmed) }
}
