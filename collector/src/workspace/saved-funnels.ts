import { FunnelDraft, type SavedFunnel } from '@half-measure/shared/stats/funnels.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Selectable } from 'kysely'
import type { Db } from '../database/schema/database.ts'
import type { SavedFunnelsTable } from '../database/schema/workspace-tables.ts'
import type { AdminEnv } from '../identity/require-admin.ts'
import { ApiError } from '../platform/api-error.ts'
import { adminGuards } from '../platform/http/guards.ts'
import { readBody, readId } from '../platform/http/read-request.ts'

const MAX_FUNNELS = 100

const funnelNotFound = () =>
  new ApiError(404, 'funnel_not_found', 'There is no such funnel, or it was deleted.')

/** `/api/stats/funnels`: saved funnels, which administrators share. */
export function savedFunnelRoutes(
  { db, now }: { readonly db: Db; readonly now: () => Date },
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  const guards = [requireAdmin, ...adminGuards()] as const
  return new Hono<AdminEnv>()
    .get('/', ...guards, async (c) => c.json(await listFunnels(db)))
    .post('/', ...guards, async (c) =>
      c.json(await saveFunnel(db, await readBody(c, FunnelDraft), now()), 201),
    )
    .put('/:id', ...guards, async (c) => {
      const id = readId(c, funnelNotFound)
      return c.json(await changeFunnel(db, id, await readBody(c, FunnelDraft), now()))
    })
    .delete('/:id', ...guards, async (c) => {
      await deleteFunnel(db, readId(c, funnelNotFound))
      return c.body(null, 204)
    })
}

/** By name. */
async function listFunnels(db: Db): Promise<SavedFunnel[]> {
  const rows = await db.selectFrom('saved_funnels').selectAll().execute()
  return rows.map(describe).sort((a, b) => a.name.localeCompare(b.name, 'en-GB') || (a.id < b.id ? -1 : 1))
}

/** @throws {ApiError} 409 `too_many_funnels`. */
async function saveFunnel(db: Db, draft: FunnelDraft, at: Date): Promise<SavedFunnel> {
  const { count } = await db
    .selectFrom('saved_funnels')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_FUNNELS) {
    throw new ApiError(
      409,
      'too_many_funnels',
      `There are ${MAX_FUNNELS} saved funnels, the most possible. Delete one first.`,
    )
  }
  const row = await db
    .insertInto('saved_funnels')
    .values({ ...draft, created_at: at, changed_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()
  return describe(row)
}

async function changeFunnel(db: Db, id: string, draft: FunnelDraft, at: Date): Promise<SavedFunnel> {
  const row = await db
    .updateTable('saved_funnels')
    .set({ ...draft, changed_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw funnelNotFound()
  return describe(row)
}

async function deleteFunnel(db: Db, id: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('saved_funnels').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw funnelNotFound()
}

function describe(row: Selectable<SavedFunnelsTable>): SavedFunnel {
  const { created_at, changed_at, ...funnel } = row
  return { ...funnel, created_at: created_at.toISOString(), changed_at: changed_at.toISOString() }
}
