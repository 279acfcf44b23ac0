import { type SavedView, SavedViewDraft, type SavedViews } from '@half-measure/shared/workspace/saved-view.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import type { ExpressionBuilder, Selectable } from 'kysely'
import { countRows } from '../database/rows.ts'
import type { ClockedDb, Database, Db } from '../database/schema/database.ts'
import type { SavedViewsTable } from '../database/schema/workspace-tables.ts'
import type { AdminEnv } from '../identity/require-admin.ts'
import { ApiError } from '../platform/api-error.ts'
import { adminGuards } from '../platform/http/guards.ts'
import { readBody, readId } from '../platform/http/read-request.ts'

/** Of one owner. */
const MAX_VIEWS = 200

const viewNotFound = () =>
  new ApiError(404, 'view_not_found', 'There is no such saved view, or it was deleted.')

const notViewOwner = () =>
  new ApiError(
    403,
    'not_view_owner',
    'Only the administrator who saved this view can delete it. You can stop sharing it.',
  )

/** `/api/views`: saved views of the dashboard. */
export function savedViewRoutes(
  { db, now }: ClockedDb,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards())
    .get('/', async (c) =>
      c.json({ views: await listViews(db, c.get('principal').userId) } satisfies SavedViews),
    )
    .post('/', async (c) => {
      const draft = await readBody(c, SavedViewDraft)
      return c.json(await saveView(db, draft, { userId: c.get('principal').userId, at: now() }), 201)
    })
    .patch('/:id', async (c) => {
      const id = readId(c, viewNotFound)
      return c.json(await changeView(db, id, await readBody(c, SavedViewDraft), c.get('principal').userId))
    })
    .delete('/:id', async (c) => {
      await deleteView(db, readId(c, viewNotFound), c.get('principal').userId)
      return c.body(null, 204)
    })
}

/** A user's own views and the shared ones, by name. */
export async function listViews(db: Db, userId: string): Promise<SavedView[]> {
  const rows = await db.selectFrom('saved_views').selectAll().where(isVisibleTo(userId)).execute()
  return rows
    .map((row) => describe(row, userId))
    .sort((a, b) => a.name.localeCompare(b.name, 'en-GB') || (a.id < b.id ? -1 : 1))
}

/** @throws {ApiError} 409 `too_many_views`. */
export async function saveView(
  db: Db,
  draft: SavedViewDraft,
  { userId, at }: { userId: string; at: Date },
): Promise<SavedView> {
  const owned = await countRows(db.selectFrom('saved_views').where('owner_id', '=', userId))
  if (owned >= MAX_VIEWS) {
    throw new ApiError(
      409,
      'too_many_views',
      `You have saved ${MAX_VIEWS} views, the most possible. Delete one first.`,
    )
  }
  const row = await db
    .insertInto('saved_views')
    .values({ ...draft, owner_id: userId, created_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()
  return describe(row, userId)
}

/**
 * Everybody who sees a view may change it and stop sharing it, so that nobody waits for an absent owner. It then
 * belongs to its owner alone.
 *
 * @throws {ApiError} 404 `view_not_found`.
 */
async function changeView(
  db: Db,
  id: string,
  { name, query, shared }: SavedViewDraft,
  userId: string,
): Promise<SavedView> {
  const row = await db
    .updateTable('saved_views')
    .set({ name, query, shared })
    .where('id', '=', id)
    .where(isVisibleTo(userId))
    .returningAll()
    .executeTakeFirstOrThrow(viewNotFound)
  return describe(row, userId)
}

/**
 * Cannot be undone, so only the owner may.
 *
 * @throws {ApiError} 403 `not_view_owner`, 404 `view_not_found`.
 */
export async function deleteView(db: Db, id: string, userId: string): Promise<void> {
  const { owner_id } = await db
    .selectFrom('saved_views')
    .select('owner_id')
    .where('id', '=', id)
    .where(isVisibleTo(userId))
    .executeTakeFirstOrThrow(viewNotFound)
  if (owner_id !== userId) throw notViewOwner()
  await db.deleteFrom('saved_views').where('id', '=', id).execute()
}

/** Others do not even learn that a personal view exists. */
function isVisibleTo(userId: string) {
  return (eb: ExpressionBuilder<Database, 'saved_views'>) =>
    eb.or([eb('owner_id', '=', userId), eb('shared', '=', true)])
}

function describe(
  { id, name, query, shared, owner_id }: Selectable<SavedViewsTable>,
  userId: string,
): SavedView {
  return { id, name, query, shared, own: owner_id === userId }
}
