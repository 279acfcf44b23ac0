import type { SubscriberQuery } from '@half-measure/shared/people/subscriber.ts'
import { audit } from '../../auth/audit.ts'
import { csv } from '../../platform/http/csv.ts'
import { removeSubscriber } from '../newsletter/unsubscribe.ts'
import type { PeopleContext } from '../people-context.ts'
import { subscriberNotFound } from '../people-errors.ts'
import { describeSubscriber, selectSubscribers } from './list-subscribers.ts'

/**
 * The list as CSV. Who took it is written down.
 *
 * @param by account of the administrator.
 */
export async function exportSubscribers(
  { db, now }: Pick<PeopleContext, 'db' | 'now'>,
  query: Pick<SubscriberQuery, 'state' | 'q'>,
  by: string,
): Promise<string> {
  const rows = (await selectSubscribers(db, query).execute()).map(describeSubscriber)
  await audit(db, now(), null, { event: 'subscribers_exported', details: { by, rows: rows.length } })
  return csv(
    ['email', 'source', 'created_at', 'confirmed_at'],
    rows.map((row) => [row.email, row.source, row.created_at, row.confirmed_at ?? '']),
  )
}

/**
 * Takes somebody off the list, as leaving it does.
 *
 * @param by account of the administrator.
 * @throws {ApiError} 404 `subscriber_not_found`.
 */
export async function dropSubscriber(
  { db, now }: Pick<PeopleContext, 'db' | 'now'>,
  id: string,
  by: string,
): Promise<void> {
  const found = await db.transaction().execute(async (trx) => {
    if (!(await removeSubscriber(trx, id))) return false
    await audit(trx, now(), null, { event: 'subscriber_removed', details: { by } })
    return true
  })
  if (!found) throw subscriberNotFound()
}
