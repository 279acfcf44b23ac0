import { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { limitOf } from '@half-measure/shared/stats/limit.ts'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { ClickHouseClient } from '@clickhouse/client'
import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { Question } from '@half-measure/shared/stats/engine/question.ts'
import { readQuestion } from '@half-measure/shared/stats/engine/question-query.ts'
import { ApiError } from '../errors.ts'
import type { AdminEnv } from '../http/require-admin.ts'
import { conversionCounts } from '../stats/conversion-counts.ts'
import { experimentShares } from '../stats/experiment-shares.ts'
import { recentActivity } from '../stats/recent-activity.ts'
import { summary } from '../stats/summary.ts'
import { topElements } from '../stats/top-elements.ts'
import { timeseries } from '../stats/timeseries.ts'
import { topPages } from '../stats/top-pages.ts'
import type { Statistics } from '../stats/statistics.ts'

export interface StatsRoutesOptions {
  readonly client: ClickHouseClient
  readonly statistics: Statistics
  /** What the magazine has published; empty where the site was not built. */
  readonly articles: readonly ListedArticle[]
  readonly delivery: () => Promise<Delivery>
}

/** `GET /api/stats/…`, for admins. */
export function statsRoutes(
  { client, statistics, articles, delivery }: StatsRoutesOptions,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin)
    .use(async (c, next) => {
      await next()
      c.header('Cache-Control', 'no-store')
    })
    .get('/query', async (c) =>
      c.json(await statistics.answerer.answer(question(c), articles, c.req.raw.signal)),
    )
    .get('/summary', async (c) => c.json(await summary(client, range(c), c.req.raw.signal)))
    .get('/timeseries', async (c) =>
      c.json(await timeseries(client, range(c), interval(c), c.req.raw.signal)),
    )
    .get('/top-pages', async (c) => c.json(await topPages(client, range(c), limit(c, 5), c.req.raw.signal)))
    .get('/recent-activity', async (c) =>
      c.json(await recentActivity(client, range(c), limit(c, 5), c.req.raw.signal)),
    )
    .get('/top-elements', async (c) =>
      c.json(await topElements(client, range(c), limit(c, 10), c.req.raw.signal)),
    )
    .get('/conversions', async (c) => c.json(await conversionCounts(client, range(c), c.req.raw.signal)))
    .get('/experiments', async (c) => c.json(await experimentShares(client, range(c), c.req.raw.signal)))
    .get('/delivery', async (c) => c.json(await delivery()))
}

function question(c: Context): Question {
  return parsed(Question, readQuestion(new URL(c.req.url).searchParams))
}

function interval(c: Context): 'hour' | 'day' {
  return parsed(z.enum(['hour', 'day']).default('day'), c.req.query('interval'), 'interval')
}

function range(c: Context): StatsRange {
  return parsed(StatsRange, c.req.query())
}

function limit(c: Context, fallback: number): number {
  return parsed(limitOf(fallback), c.req.query('limit'), 'limit')
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown, name = ''): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new ApiError(400, 'invalid_query', 'The question cannot be read.', {
    details: result.error.issues.map(({ path, message }) => `${name || path.join('.')}: ${message}`),
  })
}
