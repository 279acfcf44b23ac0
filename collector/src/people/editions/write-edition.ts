import type {
  EditionChange,
  EditionPage,
  EditionQuery,
  EditionText,
} from '@half-measure/shared/people/edition.ts'
import type { Kysely } from 'kysely'
import { audit } from '../../auth/audit.ts'
import { readCursor, takePage, isAfter } from '../../database/pagination.ts'
import type { Database } from '../../database/schema/database.ts'
import type { PeopleContext } from '../people-context.ts'
import { editionChanged, editionFrozen, letterNotFound } from '../people-errors.ts'
import { type EditionRow, findEdition, previewLetter, renderRow, summaryOf } from './describe-edition.ts'
import { progressOf } from './edition-progress.ts'

/** A page of the editions, newest first, and how many readers the next one has. */
export async function listEditions(db: Kysely<Database>, query: EditionQuery): Promise<EditionPage> {
  const place = readCursor(query.cursor, 'uuid')
  const rows = await db
    .selectFrom('newsletter_issues')
    .selectAll()
    .where(isAfter(place, 'created_at'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute()
  const { page, next } = takePage(rows, query.limit, (row) => row.created_at)
  const [progress, readers] = await Promise.all([progressOf(db, page), countReaders(db)])
  return { editions: page.map((row) => summaryOf(row, progress.get(row.id))), next, readers }
}

/** A new draft. */
export function createEdition({ db, now }: Pick<PeopleContext, 'db' | 'now'>, text: EditionText) {
  const at = now()
  return db
    .insertInto('newsletter_issues')
    .values({
      ...text,
      state: 'draft',
      created_at: at,
      updated_at: at,
      started_at: null,
      finished_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Changes a draft that has not changed since its editor last saw it.
 *
 * @throws {ApiError} 404 `edition_not_found`; 409 `edition_frozen` or `edition_changed`.
 */
export async function changeEdition(
  { db, now }: Pick<PeopleContext, 'db' | 'now'>,
  id: string,
  { version, ...text }: EditionChange,
): Promise<EditionRow> {
  const changed = await db
    .updateTable('newsletter_issues')
    .set((eb) => ({ ...text, version: eb('version', '+', 1), updated_at: now() }))
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()
  return changed ?? refuse(await findEdition(db, id))
}

/**
 * @param by account of the administrator.
 * @throws {ApiError} 404 `edition_not_found`; 409 `edition_frozen`.
 */
export async function deleteEdition(
  { db, now }: Pick<PeopleContext, 'db' | 'now'>,
  id: string,
  by: string,
): Promise<void> {
  const deleted = await db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('newsletter_issues')
      .where('id', '=', id)
      .where('state', '=', 'draft')
      .returning('subject')
      .executeTakeFirst()
    if (gone) {
      await audit(trx, now(), null, { event: 'edition_deleted', details: { by, subject: gone.subject } })
    }
    return gone !== undefined
  })
  if (!deleted) refuse(await findEdition(db, id))
}

/**
 * The letter as HTML, for whoever has its ticket.
 *
 * @throws {ApiError} 404 `letter_not_found`.
 */
export async function readLetter(
  context: Pick<PeopleContext, 'db' | 'now' | 'origins' | 'tickets'>,
  edition: { id: string; version: number },
  ticket: string,
): Promise<string> {
  if (!context.tickets.admits(ticket, edition)) throw letterNotFound()
  const row = await findEdition(context.db, edition.id)
  if (row.version !== edition.version) throw letterNotFound()
  return previewLetter(context, renderRow(context, row)).html
}

function refuse({ state }: EditionRow): never {
  throw state === 'draft' ? editionChanged() : editionFrozen()
}

async function countReaders(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('newsletter_subscribers')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
