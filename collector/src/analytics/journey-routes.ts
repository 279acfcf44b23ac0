import { JourneyQuery } from '@half-measure/shared/stats/journeys.ts'
import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
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
  articles: readonly ListedArticle[],
  requireViewer: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>().get('/', requireViewer, ...adminGuards(), async (c) =>
    c.json(await journeys(read, readReportScope(c), readQuery(c, JourneyQuery), articles, c.req.raw.signal)),
  )
}
