import { findExperiment } from '@half-measure/shared/domain/experiments.ts'
import { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { articleReport } from '../../src/analytics/articles/article-report.ts'
import { experimentResults } from '../../src/analytics/experiments/experiment-results.ts'
import { funnelStatsRoutes } from '../../src/analytics/funnels/funnel-routes.ts'
import type { Statistics } from '../../src/analytics/statistics.ts'
import { statsRoutes } from '../../src/analytics/stats-routes.ts'

/** A page that runs all its queries at once. */
export interface BenchReport {
  readonly page: string
  readonly days: number
  readonly read: () => Promise<unknown>
}

/** Path and query string, beside the range. */
const REQUESTS = {
  summary: ['summary'],
  funnel: [
    'funnels/result',
    'step=page:/articles/*&step=element:button:element-1&step=conversion:newsletter_signup',
  ],
  journey: ['journeys', 'page=/articles/article-3'],
  vitals: ['web-vitals'],
  sessions: ['sessions', 'limit=50'],
} as const

/** Reports outside Explore, for 7 and for 90 days; an experiment, which is judged whole. */
export function benchReports(statistics: Statistics, to: number): BenchReport[] {
  const experiment = findExperiment('review_page_layout')
  if (!experiment) throw new Error('the experiment with synthetic assignments does not exist')
  const app = routes(statistics)
  const get = async (path: string, query: string) => {
    const response = await app.request(`/${path}?${query}`)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  return [
    ...[7, 90].flatMap((days) => {
      const [from, until] = [new Date(to - days * DAY_MS).toISOString(), new Date(to).toISOString()]
      const range = StatsRange.parse({ from, to: until })
      const requests = Object.entries(REQUESTS).map(([page, [path, query = '']]) => ({
        page,
        days,
        read: () => get(path, `from=${from}&to=${until}&${query}`),
      }))
      const articles = () => articleReport(statistics, { range, filters: [] }, to)
      return [...requests, { page: 'articles', days, read: articles }]
    }),
    { page: 'experiment', days: 90, read: () => experimentResults(statistics, { experiment, until: to }) },
  ]
}

function routes(statistics: Statistics): Hono {
  const anybody: MiddlewareHandler = (_, next) => next()
  const none = () => Promise.reject(new Error('not part of the benchmark'))
  const others = { delivery: none, recordExport: none, expectAdmin: none }
  return new Hono()
    .route('/funnels', funnelStatsRoutes(statistics, anybody))
    .route('/', statsRoutes({ statistics, ...others }, anybody))
}
