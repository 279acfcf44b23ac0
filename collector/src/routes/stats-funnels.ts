import { FunnelDraft, FunnelQuestion } from '@half-measure/shared/stats/funnels.ts'
import { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { adminGuards } from '../platform/http/guards.ts'
import { readBody, readId, parseQuery, readQuery } from '../platform/http/read-request.ts'
import type { AdminEnv } from '../http/require-admin.ts'
import type { AskRows } from '../analytics/ask-rows.ts'
import { funnelAnswer } from '../analytics/funnels/funnel-answer.ts'
import { funnelNotFound, type SavedFunnelStore } from '../analytics/funnels/saved-funnels.ts'

/** Funnels and what becomes of visits in them, for administrators, to be mounted at `/api/stats/funnels`. */
export function funnelStatsRoutes(
  ask: AskRows,
  store: SavedFunnelStore,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards())
    .get('/answer', async (c) =>
      c.json(await funnelAnswer(ask, readQuery(c, StatsRange), question(c), c.req.raw.signal)),
    )
    .get('/', async (c) => c.json(await store.list()))
    .post('/', async (c) => c.json(await store.save(await readBody(c, FunnelDraft)), 201))
    .put('/:id', async (c) => {
      const id = readId(c, funnelNotFound)
      return c.json(await store.change(id, await readBody(c, FunnelDraft)))
    })
    .delete('/:id', async (c) => {
      await store.delete(readId(c, funnelNotFound))
      return c.body(null, 204)
    })
}

/** `step` stands in the address once for each step. */
function question(c: Context): FunnelQuestion {
  return parseQuery(FunnelQuestion, {
    steps: c.req.queries('step') ?? [],
    window_minutes: c.req.query('window_minutes'),
  })
}
