import { Goals } from '@half-measure/shared/stats/goals.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import type { ClockedDb } from '../../database/schema/database.ts'
import type { AdminEnv } from '../../identity/require-admin.ts'
import { adminGuards } from '../../platform/http/guards.ts'
import { readBody } from '../../platform/http/read-request.ts'
import { changeGoals, readGoals } from './goal-store.ts'

/** `/api/stats/goals`: what counts as a goal. Anyone who may read figures may read it; administrators change it. */
export function goalRoutes(
  { db, now }: ClockedDb,
  requireViewer: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  const guards = [requireViewer, ...adminGuards()] as const
  return new Hono<AdminEnv>()
    .get('/', ...guards, async (c) => c.json(await readGoals(db)))
    .put('/', ...guards, async (c) => {
      await changeGoals(db, await readBody(c, Goals), c.get('principal').userId, now())
      return c.json(await readGoals(db))
    })
}
