import { SavedGoals } from '@half-measure/shared/stats/goals.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import type { ClockedDb } from '../../database/schema/database.ts'
import type { AdminEnv } from '../../identity/require-admin.ts'
import { adminGuards } from '../../platform/http/guards.ts'
import { readBody } from '../../platform/http/read-request.ts'
import { changeGoals, readGoals } from './goal-store.ts'

/** `/api/stats/goals`: what counts as a goal. Anyone who may read figures may read it; administrators change it. */
export function goalRoutes(clocked: ClockedDb, requireCaller: MiddlewareHandler<AdminEnv>): Hono<AdminEnv> {
  const guards = [requireCaller, ...adminGuards()] as const
  return new Hono<AdminEnv>()
    .get('/', ...guards, async (c) => c.json(await readGoals(clocked.db)))
    .put('/', ...guards, async (c) =>
      c.json(await changeGoals(clocked, await readBody(c, SavedGoals), c.get('principal').userId)),
    )
}
