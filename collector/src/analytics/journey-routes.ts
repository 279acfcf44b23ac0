import { MAX_LIMIT } from '@half-measure/shared/stats/limit.ts'
import { JourneyQuery } from '@half-measure/shared/stats/journeys.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { adminGuards } from '../platform/http/guards.ts'
import { readQuery } from '../platform/http/read-request.ts'
import type { AdminEnv } from '../identity/require-admin.ts'
import { comparedReport } from './compared-report.ts'
import { journeys } from './journeys.ts'
import { readReportScope } from './report-scope.ts'
import type { ReportSources } from './report-sources.ts'

/** The paths that sessions take, for administrators and for tokens within their rules; to be mounted at `/api/stats/journeys`. */
export function journeyStatsRoutes(
  read: ReportSources,
  requireViewer: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>().get('/', requireViewer, ...adminGuards(), async (c) => {
    const query = readQuery(c, JourneyQuery)
    const report = await comparedReport(read, readReportScope(c), Date.now(), (scope, isCompared) =>
      journeys(
        read,
        scope,
        // Finds the listed pages even if they were beyond the limit then.
        { ...query, limit: isCompared ? MAX_LIMIT : query.limit },
        c.req.raw.signal,
      ),
    )
    return c.json(report)
  })
}
