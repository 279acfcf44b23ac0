import { JourneyQuery } from '@half-measure/shared/stats/journeys.ts'
import { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { adminGuards } from '../platform/http/guards.ts'
import { readQuery } from '../platform/http/read-request.ts'
import type { AdminEnv } from '../identity/require-admin.ts'
import { journeys } from './journeys.ts'
import type { ReadFigures } from './statistics.ts'

/** The paths that sessions take, for administrators, to be mounted at `/api/stats/journeys`. */
export function journeyStatsRoutes(
  read: ReadFigures,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>().get('/', requireAdmin, ...adminGuards(), async (c) =>
    c.json(await journeys(read, readQuery(c, StatsRange), readQuery(c, JourneyQuery), c.req.raw.signal)),
  )
}
