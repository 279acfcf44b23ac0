import { FunnelQuery } from '@half-measure/shared/stats/funnels.ts'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { AdminEnv } from '../../identity/require-admin.ts'
import { adminGuards } from '../../platform/http/guards.ts'
import { parseQuery } from '../../platform/http/read-request.ts'
import { funnelResult } from './funnel-result.ts'
import { comparedReport } from '../compared-report.ts'
import { readReportScope, within, type ReportSources } from '../report-scope.ts'

/** `/api/stats/funnels/result`: how far sessions get in a sequence of steps. */
export function funnelStatsRoutes(
  read: ReportSources,
  requireCaller: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>().get('/result', requireCaller, ...adminGuards(), async (c) => {
    const query = funnelQuery(c)
    const report = await comparedReport(read, readReportScope(c), Date.now(), (scope) =>
      funnelResult(within(read, c.req.raw.signal), scope, query),
    )
    return c.json(report)
  })
}

/** `step` is in the query string once for each step. */
function funnelQuery(c: Context): FunnelQuery {
  return parseQuery(
    FunnelQuery,
    {
      steps: c.req.queries('step') ?? [],
      window_minutes: c.req.query('window_minutes'),
      by: c.req.query('by'),
    },
    ([field]) => (field === 'steps' ? 'step' : String(field)),
  )
}
