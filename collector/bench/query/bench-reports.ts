import { findExperiment } from '@half-measure/shared/domain/experiments.ts'
import { FunnelQuery } from '@half-measure/shared/stats/funnels.ts'
import { JourneyQuery } from '@half-measure/shared/stats/journeys.ts'
import { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { articleReport } from '../../src/analytics/articles/article-report.ts'
import { experimentResults } from '../../src/analytics/experiments/experiment-results.ts'
import { funnelResult } from '../../src/analytics/funnels/funnel-result.ts'
import { journeys } from '../../src/analytics/journeys.ts'
import { listSessions } from '../../src/analytics/list-sessions.ts'
import { summary } from '../../src/analytics/specified-figures.ts'
import type { Statistics } from '../../src/analytics/statistics.ts'
import { webVitals } from '../../src/analytics/web-vitals.ts'
import { DAY_MS } from '../../src/platform/durations.ts'

/** A page that runs all its queries at once. */
export interface BenchReport {
  readonly page: string
  readonly days: number
  readonly read: () => Promise<unknown>
}

const FUNNEL = FunnelQuery.parse({
  steps: ['page:/articles/*', 'element:button:element-1', 'conversion:newsletter_signup'],
})
const JOURNEY = JourneyQuery.parse({ page: '/articles/article-3' })

/** What Explore has no part in, for 7 and for 90 days; an experiment, which is judged whole. */
export function benchReports(statistics: Statistics, to: number): BenchReport[] {
  const { signal } = new AbortController()
  const experiment = findExperiment('review_page_layout')
  if (!experiment) throw new Error('the experiment with synthetic assignments does not exist')
  return [
    ...[7, 90].flatMap((days) => {
      const range = StatsRange.parse({
        from: new Date(to - days * DAY_MS).toISOString(),
        to: new Date(to).toISOString(),
      })
      const scope = { range, filters: [] }
      const pages = {
        summary: () => summary(statistics, range),
        articles: () => articleReport(statistics, scope, to),
        funnel: () => funnelResult(statistics, scope, FUNNEL),
        journey: () => journeys(statistics, scope, JOURNEY),
        vitals: () => webVitals(statistics, scope),
        sessions: () => listSessions(statistics, scope, { limit: 50, cursor: undefined }, signal),
      }
      return Object.entries(pages).map(([page, read]) => ({ page, days, read }))
    }),
    { page: 'experiment', days: 90, read: () => experimentResults(statistics, { experiment, until: to }) },
  ]
}
