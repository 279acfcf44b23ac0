import { publication } from '@half-measure/shared/publication.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { adminGuards } from '../../platform/http/guards.ts'
import { readQuery } from '../../platform/http/read-request.ts'
import type { AdminEnv } from '../../identity/require-admin.ts'
import { readReportScope } from '../report-scope.ts'
import { articleDetail, articleReport } from './article-report.ts'
import { launchCurve } from './launch-curve.ts'
import type { Statistics } from '../statistics.ts'

const LaunchQuery = z.object({ bots: z.enum(['exclude', 'include']).default('exclude') })

const articleNotFound = () => new ApiError(404, 'article_not_found', 'No article has this name.')

/** What became of articles, for administrators and for tokens within their rules; to be mounted at `/api/stats/articles`. */
export function articleStatsRoutes(
  statistics: Statistics,
  requireViewer: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireViewer, ...adminGuards())
    .get('/', async (c) =>
      c.json(await articleReport(statistics, readReportScope(c), Date.now(), c.req.raw.signal)),
    )
    .get('/:slug/launch', async (c) => {
      const { bots } = readQuery(c, LaunchQuery)
      const at = { bots, timeZone: publication.timeZone, now: Date.now() }
      const curve = await launchCurve(statistics, c.req.param('slug'), at, c.req.raw.signal)
      if (!curve) throw articleNotFound()
      return c.json(curve)
    })
    .get('/:slug', async (c) => {
      const scope = readReportScope(c)
      const slug = c.req.param('slug')
      const detail = await articleDetail(statistics, scope, slug, Date.now(), c.req.raw.signal)
      if (!detail) throw articleNotFound()
      return c.json(detail)
    })
}
