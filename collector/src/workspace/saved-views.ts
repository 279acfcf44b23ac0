import {
  type SavedView,
  SavedViewChange,
  SavedViewDraft,
  type SavedViews,
} from '@half-measure/shared/workspace/saved-view.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import type { ExpressionBuilder, Selectable, SqlBool } from 'kysely'
import { countRows } from '../database/rows.ts'
import type { ClockedDb, Database } from '../database/schema/database.ts'
import type { AdminEnv } from '../identity/require-admin.ts'
import { ApiError } from '../platform/api-error.ts'
import { adminGuards } from '../platform/http/guards.ts'
import { readBody, readId } from '../platform/http/read-request.ts'

/** Per owner. */
const MAX_VIEWS = 200

const viewNotFound = () =>
  new ApiError(404, 'view_not_found', 'There is no such saved view, or it was deleted.')

/** `/api/views`: a user's own saved views of the dashboard and the shared ones, by name. */
export function savedViewRoutes(
  { db, now }: ClockedDb,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards())
    .get('/', async (c) => {
      const { userId } = c.get('principal')
      const rows = await db
        .selectFrom('saved_views')
        .selectAll()
        .select((eb) => hasNoOwner(eb).as('has_no_owner'))
        .where(isVisibleTo(userId))
        .execute()
      const views = rows
        .map((row) => describe(row, userId))
        .sort((a, b) => a.name.localeCompare(b.name, 'en-GB') || (a.id < b.id ? -1 : 1))
      return c.json({ views } satisfies SavedViews)
    })
    .post('/', async (c) => {
      const draft = await readBody(c, SavedViewDraft)
      const { userId } = c.get('principal')
      const owned = await countRows(db.selectFrom('saved_views').where('owner_id', '=', userId))
      if (owned >= MAX_VIEWS)
        throw new ApiError(
          409,
          'too_many_views',
          `You have saved ${MAX_VIEWS} views, the most possible. Delete one first.`,
        )
      const row = await db
        .insertInto('saved_views')
        .values({ ...draft, owner_id: userId, created_at: now() })
        .returningAll()
        .returning((eb) => hasNoOwner(eb).as('has_no_owner'))
        .executeTakeFirstOrThrow()
      return c.json(describe(row, userId), 201)
    })
    .patch('/:id', async (c) => {
      // Everybody who sees a view may change it and stop sharing it, so that nobody waits for an absent owner. It then
      // belongs to its owner alone; if the owner has left, to the administrator who stops sharing it.
      const id = readId(c, viewNotFound)
      const { userId } = c.get('principal')
      const change = await readBody(c, SavedViewChange)
      const row = await db
        .updateTable('saved_views')
        .set(change)
        .$if(change.shared === false, (update) =>
          update.set((eb) => ({
            owner_id: eb.case().when(hasNoOwner(eb)).then(userId).else(eb.ref('owner_id')).end(),
          })),
        )
        .where('id', '=', id)
        .where(isVisibleTo(userId))
        .returningAll()
        .returning((eb) => hasNoOwner(eb).as('has_no_owner'))
        .executeTakeFirstOrThrow(viewNotFound)
      return c.json(describe(row, userId))
    })
    .delete('/:id', async (c) => {
      const id = readId(c, viewNotFound)
      const { userId } = c.get('principal')
      const view = await db
        .selectFrom('saved_views')
        .selectAll()
        .select((eb) => hasNoOwner(eb).as('has_no_owner'))
        .where('id', '=', id)
        .where(isVisibleTo(userId))
        .executeTakeFirstOrThrow(viewNotFound)
      // Cannot be undone, so only the owner may, while there is one.
      if (!describe(view, userId).can_delete)
        throw new ApiError(
          403,
          'not_view_owner',
          'Only the administrator who saved this view can delete it. You can stop sharing it.',
        )
      await db.deleteFrom('saved_views').where('id', '=', id).execute()
      return c.body(null, 204)
    })
}

/** Other users do not even learn that a personal view exists. */
function isVisibleTo(userId: string) {
  return (eb: ExpressionBuilder<Database, 'saved_views'>) =>
    eb.or([eb('owner_id', '=', userId), eb('shared', '=', true)])
}

/** Condition: the owner's account was deleted, or is no longer an administrator's. */
function hasNoOwner(eb: ExpressionBuilder<Database, 'saved_views'>) {
  return eb.not(
    eb.exists(
      eb
        .selectFrom('admin_profiles')
        .select('user_id')
        .whereRef('admin_profiles.user_id', '=', 'saved_views.owner_id'),
    ),
  )
}

function describe(
  {
    id,
    name,
    query,
    shared,
    owner_id,
    has_no_owner,
  }: Selectable<Database['saved_views']> & { readonly has_no_owner: SqlBool },
  userId: string,
): SavedView {
  const own = owner_id === userId
  return { id, name, query, shared, own, can_delete: own || Boolean(has_no_owner) }
}
