import { JourneyQuery } from '@half-measure/shared/stats/journeys.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { adminGuards } from '../platform/http/guards.ts'
import { readQuery } from '../platform/http/read-request.ts'
import type { AdminEnv } from '../identity/require-admin.ts'
import { journeys } from './journeys.ts'
import { readReportScope } from './report-scope.ts'
import type { ReadFigures } from './statistics.ts'

/** The paths that sessions take, for administrators and for tokens within their rules; to be mounted at `/api/stats/journeys`. */
export function journeyStatsRoutes(
  read: ReadFigures,
  requireViewer: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>().get('/', requireViewer, ...adminGuards(), async (c) =>
    c.json(await journeys(read, readReportScope(c), readQuery(c, JourneyQuery), c.req.raw.signal)),
  )
}
