import type { SavedView, SavedViewDraft } from '@half-measure/shared/desk/saved-view.ts'
import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Database } from '../database/schema/database.ts'
import type { SavedViewsTable } from '../database/schema/workspace-tables.ts'
import type { DeskContext } from './desk.ts'
import { notViewOwner, tooManyViews, viewNotFound } from './desk-errors.ts'

/** Of one owner. */
const MOST = 200

/** What somebody may see: their own views and the shared ones, by name. */
export async function listViews({ db }: DeskContext, by: string): Promise<SavedView[]> {
  const rows = await db.selectFrom('saved_views').selectAll().where(mayUse(by)).execute()
  return rows
    .map((row) => describe(row, by))
    .sort((a, b) => a.name.localeCompare(b.name, 'en-GB') || (a.id < b.id ? -1 : 1))
}

/** @throws {ApiError} 409 `too_many_views`. */
export async function saveView(
  { db, now }: DeskContext,
  draft: SavedViewDraft,
  by: string,
): Promise<SavedView> {
  const { kept } = await db
    .selectFrom('saved_views')
    .select((eb) => eb.fn.countAll<string>().as('kept'))
    .where('owner_id', '=', by)
    .executeTakeFirstOrThrow()
  if (Number(kept) >= MOST) throw tooManyViews(MOST)
  const row = await db
    .insertInto('saved_views')
    .values({ ...draft, owner_id: by, created_at: now() })
    .returningAll()
    .executeTakeFirstOrThrow()
  return describe(row, by)
}

/**
 * Whoever sees a view may change it and stop its sharing, so that nobody has to wait for an owner who is away. It is
 * then its owner's alone.
 *
 * @throws {ApiError} 404 `view_not_found`.
 */
export async function changeView(
  { db }: DeskContext,
  id: string,
  { name, query, shared }: SavedViewDraft,
  by: string,
): Promise<SavedView> {
  const row = await db
    .updateTable('saved_views')
    .set({ name, query, shared })
    .where('id', '=', id)
    .where(mayUse(by))
    .returningAll()
    .executeTakeFirst()
  if (!row) throw viewNotFound()
  return describe(row, by)
}

/**
 * What cannot be taken back is its owner's to do.
 *
 * @throws {ApiError} 403 `not_view_owner`, 404 `view_not_found`.
 */
export async function deleteView({ db }: DeskContext, id: string, by: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('owner_id', '=', by)
    .executeTakeFirst()
  if (numDeletedRows > 0n) return
  const isShown = await db
    .selectFrom('saved_views')
    .select('id')
    .where('id', '=', id)
    .where(mayUse(by))
    .executeTakeFirst()
  throw isShown ? notViewOwner() : viewNotFound()
}

/** A shared view is everybody's to use, a personal one is not even known to others. */
function mayUse(by: string) {
  return (eb: ExpressionBuilder<Database, 'saved_views'>) =>
    eb.or([eb('owner_id', '=', by), eb('shared', '=', true)])
}

function describe({ id, name, query, shared, owner_id }: Selectable<SavedViewsTable>, by: string): SavedView {
  return { id, name, query, shared, own: owner_id === by }
}
