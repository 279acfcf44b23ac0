import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { adminGuards } from '../../platform/http/guards.ts'
import { readQuery } from '../../platform/http/read-request.ts'
import type { AdminEnv } from '../../identity/require-admin.ts'
import { comparedReport } from '../compared-report.ts'
import { readReportScope, within } from '../report-scope.ts'
import { articleDetail, articleReport } from './article-report.ts'
import { launchCurve } from './launch-curve.ts'
import type { Statistics } from '../statistics.ts'

const LaunchQuery = z.object({ bots: z.enum(['exclude', 'include']).default('exclude') })

/** The address of a listed article that ends with a slug. @throws {ApiError} 404 `article_not_found`. */
function pathOf(articles: Statistics['articles'], slug: string): string {
  const listed = articles.find(({ path }) => path.split('/').at(-1) === slug)
  if (!listed) throw new ApiError(404, 'article_not_found', 'No article has this name.')
  return listed.path
}

/** Article reports, for administrators and for tokens within their rules; mounted at `/api/stats/articles`. */
export function articleStatsRoutes(
  statistics: Statistics,
  requireCaller: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireCaller, ...adminGuards())
    .get('/', async (c) => {
      const now = Date.now()
      const report = await comparedReport(statistics, readReportScope(c), now, (scope, isCompared) =>
        articleReport(within(statistics, c.req.raw.signal), scope, isCompared ? undefined : now),
      )
      return c.json(report)
    })
    .get('/:slug/launch', async (c) => {
      const { bots } = readQuery(c, LaunchQuery)
      const path = pathOf(statistics.articles, c.req.param('slug'))
      return c.json(await launchCurve(within(statistics, c.req.raw.signal), path, bots, Date.now()))
    })
    .get('/:slug', async (c) => {
      const path = pathOf(statistics.articles, c.req.param('slug'))
      const now = Date.now()
      const detail = await comparedReport(statistics, readReportScope(c), now, (scope, isCompared) =>
        articleDetail(within(statistics, c.req.raw.signal), scope, path, isCompared ? undefined : now),
      )
      return c.json(detail)
    })
}
