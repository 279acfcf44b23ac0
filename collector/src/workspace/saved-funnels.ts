import { FunnelDraft, type SavedFunnel } from '@half-measure/shared/stats/funnels.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { countRows, withIsoDates } from '../database/rows.ts'
import type { ClockedDb } from '../database/schema/database.ts'
import type { AdminEnv } from '../identity/require-admin.ts'
import { ApiError } from '../platform/api-error.ts'
import { adminGuards } from '../platform/http/guards.ts'
import { readBody, readId } from '../platform/http/read-request.ts'

const MAX_FUNNELS = 100

const funnelNotFound = () =>
  new ApiError(404, 'funnel_not_found', 'There is no such funnel, or it was deleted.')

/** `/api/stats/funnels`: saved funnels by name, which administrators share. */
export function savedFunnelRoutes(
  { db, now }: ClockedDb,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  const guards = [requireAdmin, ...adminGuards()] as const
  return new Hono<AdminEnv>()
    .get('/', ...guards, async (c) => {
      const rows = await db.selectFrom('saved_funnels').selectAll().execute()
      const funnels: SavedFunnel[] = rows.map(withIsoDates)
      return c.json(funnels.sort((a, b) => a.name.localeCompare(b.name, 'en-GB') || (a.id < b.id ? -1 : 1)))
    })
    .post('/', ...guards, async (c) => {
      const draft = await readBody(c, FunnelDraft)
      if ((await countRows(db.selectFrom('saved_funnels'))) >= MAX_FUNNELS)
        throw new ApiError(
          409,
          'too_many_funnels',
          `There are ${MAX_FUNNELS} saved funnels, the most possible. Delete one first.`,
        )
      const at = now()
      const row = await db
        .insertInto('saved_funnels')
        .values({ ...draft, created_at: at, changed_at: at })
        .returningAll()
        .executeTakeFirstOrThrow()
      return c.json(withIsoDates(row), 201)
    })
    .put('/:id', ...guards, async (c) => {
      const id = readId(c, funnelNotFound)
      const row = await db
        .updateTable('saved_funnels')
        .set({ ...(await readBody(c, FunnelDraft)), changed_at: now() })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(funnelNotFound)
      return c.json(withIsoDates(row))
    })
    .delete('/:id', ...guards, async (c) => {
      const id = readId(c, funnelNotFound)
      await db
        .deleteFrom('saved_funnels')
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirstOrThrow(funnelNotFound)
      return c.body(null, 204)
    })
}
