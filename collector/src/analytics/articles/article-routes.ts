import { Hono, type MiddlewareHandler } from 'hono'
import { ApiError } from '../../platform/api-error.ts'
import { adminGuards } from '../../platform/http/guards.ts'
import type { AdminEnv } from '../../identity/require-admin.ts'
import { readReportScope } from '../report-scope.ts'
import { articleDetail, articleReport } from './article-report.ts'
import type { Statistics } from '../statistics.ts'

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
    .get('/:slug', async (c) => {
      const scope = readReportScope(c)
      const slug = c.req.param('slug')
      const detail = await articleDetail(statistics, scope, slug, Date.now(), c.req.raw.signal)
      if (!detail) throw new ApiError(404, 'article_not_found', 'No article has this name.')
      return c.json(detail)
    })
}
