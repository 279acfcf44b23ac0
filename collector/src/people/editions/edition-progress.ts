import type { EditionProgress } from '@half-measure/shared/people/edition.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../../database/schema/database.ts'
import type { NewsletterIssuesTable } from '../../database/schema/audience-tables.ts'

type EditionRow = Pick<Selectable<NewsletterIssuesTable>, 'id' | 'state' | 'started_at'>

/** How far the letters of these editions are, by edition; nothing for a draft. */
export async function progressOf(
  db: Kysely<Database>,
  editions: readonly EditionRow[],
): Promise<ReadonlyMap<string, EditionProgress>> {
  const started = editions.filter(({ state }) => state !== 'draft')
  const progress = new Map<string, EditionProgress>()
  for (const edition of started) {
    const remaining = edition.state === 'sent' ? 0 : await countRemaining(db, edition)
    const zero = { waiting: 0, delivered: 0, failed: 0, left: 0 }
    progress.set(edition.id, { recipients: remaining, remaining, ...zero })
  }
  if (started.length === 0) return progress

  const counts = await db
    .selectFrom('newsletter_deliveries')
    .select((eb) => ['edition_id', 'outcome', eb.fn.countAll<string>().as('count')])
    .where(
      'edition_id',
      'in',
      started.map(({ id }) => id),
    )
    .groupBy(['edition_id', 'outcome'])
    .execute()
  for (const { edition_id, outcome, count } of counts) {
    const letters = progress.get(edition_id)
    if (!letters) continue
    letters[outcome] += Number(count)
    letters.recipients += Number(count)
  }
  return progress
}

/** Readers who had confirmed when sending began and for whom no letter is written down yet. */
export function readersWithoutLetter(db: Kysely<Database>, { id, started_at }: EditionRow) {
  return db
    .selectFrom('newsletter_subscribers')
    .where('confirmed_at', '<=', started_at ?? new Date(0))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('newsletter_deliveries')
            .select('mail_id')
            .where('edition_id', '=', id)
            .whereRef('subscriber_id', '=', 'newsletter_subscribers.id'),
        ),
      ),
    )
}

async function countRemaining(db: Kysely<Database>, edition: EditionRow): Promise<number> {
  const { count } = await readersWithoutLetter(db, edition)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
