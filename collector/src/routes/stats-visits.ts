import { JourneyQuestion } from '@half-measure/shared/stats/journeys.ts'
import { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { adminGuards } from '../platform/http/guards.ts'
import { readQuery } from '../platform/http/read-request.ts'
import type { AdminEnv } from '../identity/require-admin.ts'
import type { AskRows } from '../analytics/ask-rows.ts'
import { journeys } from '../analytics/journeys/journeys.ts'
import { retention } from '../analytics/retention/retention.ts'

/** The ways that visits take and how long they go on, for administrators, to be mounted at `/api/stats`. */
export function visitStatsRoutes(ask: AskRows, requireAdmin: MiddlewareHandler<AdminEnv>): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .get('/journeys', requireAdmin, ...adminGuards(), async (c) =>
      c.json(await journeys(ask, readQuery(c, StatsRange), readQuery(c, JourneyQuestion), c.req.raw.signal)),
    )
    .get('/retention', requireAdmin, ...adminGuards(), async (c) =>
      c.json(await retention(ask, readQuery(c, StatsRange), Date.now(), c.req.raw.signal)),
    )
}
