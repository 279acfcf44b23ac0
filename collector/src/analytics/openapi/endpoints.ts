import { Goals } from '@half-measure/shared/domain/goals.ts'
import { AffiliateReport } from '@half-measure/shared/stats/affiliate-report.ts'
import { ArticleDetail, ArticleReport } from '@half-measure/shared/stats/articles-report.ts'
import {
  ConversionCounts,
  RecentActivity,
  Summary,
  Timeseries,
  TopElements,
  TopPages,
} from '@half-measure/shared/stats/overview.ts'
import { Coverage } from '@half-measure/shared/stats/coverage.ts'
import { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { ExperimentShares } from '@half-measure/shared/stats/experiment-shares.ts'
import { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { FunnelResult } from '@half-measure/shared/stats/funnels.ts'
import { Journeys } from '@half-measure/shared/stats/journeys.ts'
import type { z } from 'zod'
import {
  COVERAGE,
  DAY_OR_HOUR,
  EXPERIMENT,
  FILTER,
  FUNNEL,
  JOURNEY,
  limit,
  type Parameter,
  QUERY,
  RANGE,
  SLUG,
} from './parameters.ts'

/** A query that API tokens may run: `GET /api/stats/<path>`. */
export interface Endpoint {
  /** Below `/api/stats/`, as OpenAPI writes it: `articles/{slug}`. */
  readonly path: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  /** What comes back: JSON of this shape, or a file. */
  readonly result: z.ZodType | 'csv'
}

/**
 * What API tokens and share links may read: figures about all readers, neither single sessions nor people. What stands
 * here is open to them and described; nothing else is either.
 */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    path: 'query',
    summary: 'Any figures, split one way at most, filtered and compared',
    parameters: QUERY,
    result: StatsResult,
  },
  {
    path: 'export.csv',
    summary: 'The rows of the same query as a table; `by` or `interval` is required',
    parameters: QUERY.filter(({ name }) => name !== 'limit' && name !== 'offset'),
    result: 'csv',
  },
  { path: 'summary', summary: 'The four cards', parameters: RANGE, result: Summary },
  {
    path: 'timeseries',
    summary: 'Page views and sessions over time',
    parameters: [...RANGE, DAY_OR_HOUR],
    result: Timeseries,
  },
  {
    path: 'coverage',
    summary: 'Consent coverage: share of all page loads that the figures see, in all, over time and by page',
    parameters: COVERAGE,
    result: Coverage,
  },
  { path: 'top-pages', summary: 'Most viewed pages', parameters: [...RANGE, limit(5)], result: TopPages },
  {
    path: 'recent-activity',
    summary: 'Newest events',
    parameters: [...RANGE, limit(5)],
    result: RecentActivity,
  },
  {
    path: 'top-elements',
    summary: 'Most clicked elements',
    parameters: [...RANGE, limit(10)],
    result: TopElements,
  },
  { path: 'conversions', summary: 'Conversions by type', parameters: RANGE, result: ConversionCounts },
  {
    path: 'experiments',
    summary: 'Assignments by test and variant',
    parameters: RANGE,
    result: ExperimentShares,
  },
  {
    path: 'experiments/results',
    summary: 'What a test has shown, from its first day on',
    parameters: EXPERIMENT,
    result: ExperimentResult,
  },
  { path: 'articles', summary: 'Every article', parameters: [...RANGE, ...FILTER], result: ArticleReport },
  {
    path: 'articles/{slug}',
    summary: 'One article, and the ways of its readers',
    parameters: [SLUG, ...RANGE, ...FILTER],
    result: ArticleDetail,
  },
  {
    path: 'journeys',
    summary: 'Paths from a page or to it',
    parameters: [...RANGE, ...JOURNEY],
    result: Journeys,
  },
  {
    path: 'funnels/result',
    summary: 'How far sessions get in a row of steps',
    parameters: [...RANGE, ...FUNNEL],
    result: FunnelResult,
  },
  {
    path: 'affiliate',
    summary: 'What affiliate links bring',
    parameters: RANGE,
    result: AffiliateReport,
  },
  { path: 'goals', summary: 'What counts as a goal', parameters: [], result: Goals },
  {
    path: 'delivery',
    summary: 'Delivery report: events received, accepted, rejected and stored',
    parameters: [],
    result: Delivery,
  },
]
