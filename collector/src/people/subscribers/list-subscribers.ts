import type { Subscriber, SubscriberPage, SubscriberQuery } from '@half-measure/shared/people/subscriber.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../../database/schema/database.ts'
import type { NewsletterSubscribersTable } from '../../database/schema/audience-tables.ts'
import { readCursor, takePage, isAfter, searchPattern } from '../../database/pagination.ts'

/** A page of the list, newest first, and how many there are in all. */
export async function listSubscribers(db: Kysely<Database>, query: SubscriberQuery): Promise<SubscriberPage> {
  const place = readCursor(query.cursor, 'uuid')
  const rows = await selectSubscribers(db, query)
    .where(isAfter(place, 'created_at'))
    .limit(query.limit + 1)
    .execute()
  const { page, next } = takePage(rows, query.limit, (row) => row.created_at)
  return { subscribers: page.map(describeSubscriber), next, totals: await totals(db) }
}

/** Newest first. */
export function selectSubscribers(db: Kysely<Database>, { state, q }: Pick<SubscriberQuery, 'state' | 'q'>) {
  return db
    .selectFrom('newsletter_subscribers')
    .selectAll()
    .$if(state === 'confirmed', (query) => query.where('confirmed_at', 'is not', null))
    .$if(state === 'pending', (query) => query.where('confirmed_at', 'is', null))
    .$if(q !== undefined, (query) => query.where('email', 'ilike', searchPattern(q ?? '')))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
}

/** As the list shows it. */
export function describeSubscriber(row: Selectable<NewsletterSubscribersTable>): Subscriber {
  const { id, email, source, created_at, confirmed_at } = row
  return {
    id,
    email,
    source,
    created_at: created_at.toISOString(),
    confirmed_at: confirmed_at?.toISOString() ?? null,
  }
}

async function totals(db: Kysely<Database>): Promise<SubscriberPage['totals']> {
  const row = await db
    .selectFrom('newsletter_subscribers')
    .select((eb) => [eb.fn.count<string>('confirmed_at').as('confirmed'), eb.fn.countAll<string>().as('all')])
    .executeTakeFirstOrThrow()
  return { confirmed: Number(row.confirmed), pending: Number(row.all) - Number(row.confirmed) }
}
