import { Goals } from '@half-measure/shared/domain/goals.ts'
import { MIN_SESSIONS, type TokenScope } from '@half-measure/shared/sharing/api-token.ts'
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
import { Coverage, type Covered } from '@half-measure/shared/stats/coverage.ts'
import { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { ExperimentShares } from '@half-measure/shared/stats/experiment-shares.ts'
import { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { FunnelResult } from '@half-measure/shared/stats/funnels.ts'
import { Journeys } from '@half-measure/shared/stats/journeys.ts'
import type { z } from 'zod'
import { DAY_MS } from '../../platform/durations.ts'
import { tooFewSessions } from '../sharing/errors.ts'
import { assertNoneOrEnough, isEnough, isNoneOrEnough, withoutFew } from '../sharing/small-groups.ts'
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
  /** What a token has to have. */
  readonly scopes: readonly TokenScope[]
  /** Whether share links read it too. */
  readonly links?: true
  /** Milliseconds; for what does not count sessions, so that a quiet hour does not show what one of them did. */
  readonly shortestRange?: number
  /**
   * A result without small groups. Those of `query` and `export.csv` are withheld where they are computed.
   *
   * @throws {ApiError} 422 `too_few_sessions`.
   */
  readonly withhold?: (result: unknown) => unknown
}

const figures: readonly TokenScope[] = ['figures']
const revenue: readonly TokenScope[] = ['figures', 'revenue']

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
    scopes: figures,
    links: true,
  },
  {
    path: 'export.csv',
    summary: 'The rows of the same query as a table; `by` or `interval` is required',
    parameters: QUERY.filter(({ name }) => name !== 'limit' && name !== 'offset'),
    result: 'csv',
    scopes: figures,
    links: true,
  },
  endpoint({
    path: 'summary',
    summary: 'The four cards',
    parameters: RANGE,
    result: Summary,
    scopes: figures,
    withhold(summary) {
      assertNoneOrEnough(summary.unique_sessions, summary.page_views + summary.click_events)
      return summary
    },
  }),
  endpoint({
    path: 'timeseries',
    summary: 'Page views and sessions over time',
    parameters: [...RANGE, DAY_OR_HOUR],
    result: Timeseries,
    scopes: figures,
    withhold: (buckets) =>
      buckets.filter(({ unique_sessions, page_views }) => page_views === 0 || isEnough(unique_sessions)),
  }),
  endpoint({
    path: 'coverage',
    summary: 'Consent coverage: share of all page loads that the figures see, in all, over time and by page',
    parameters: COVERAGE,
    result: Coverage,
    scopes: figures,
    withhold({ totals, compared, series, pages, ...rest }) {
      const isShown = ({ page_views, unique_sessions }: Covered) =>
        page_views === 0 || isEnough(unique_sessions)
      if (!isShown(totals)) throw tooFewSessions(MIN_SESSIONS)
      return {
        ...rest,
        totals,
        compared: compared && isShown(compared) ? compared : null,
        series: series.filter(isShown),
        pages: pages.filter(isShown),
      }
    },
  }),
  endpoint({
    path: 'top-pages',
    summary: 'Most viewed pages',
    parameters: [...RANGE, limit(5)],
    result: TopPages,
    scopes: figures,
    shortestRange: DAY_MS,
    withhold: (pages) => pages.filter(({ views }) => isEnough(views)),
  }),
  endpoint({
    path: 'recent-activity',
    summary: 'Newest events',
    parameters: [...RANGE, limit(5)],
    result: RecentActivity,
    scopes: ['live'],
    shortestRange: DAY_MS,
    withhold: (events) =>
      events.map(({ at, ...event }) => ({
        ...event,
        at: `${at.slice(0, 'yyyy-mm-ddThh:mm'.length)}:00.000Z`,
      })),
  }),
  endpoint({
    path: 'top-elements',
    summary: 'Most clicked elements',
    parameters: [...RANGE, limit(10)],
    result: TopElements,
    scopes: figures,
    shortestRange: DAY_MS,
    withhold: (elements) => elements.filter(({ clicks }) => isEnough(clicks)),
  }),
  endpoint({
    path: 'conversions',
    summary: 'Conversions by type',
    parameters: RANGE,
    result: ConversionCounts,
    scopes: figures,
    shortestRange: DAY_MS,
    withhold: (types) => types.filter(({ count }) => isEnough(count)),
  }),
  endpoint({
    path: 'experiments',
    summary: 'Assignments by test and variant',
    parameters: RANGE,
    result: ExperimentShares,
    scopes: figures,
    shortestRange: DAY_MS,
    withhold: (tests) => tests.filter(({ total }) => isEnough(total)),
  }),
  {
    path: 'experiments/results',
    summary: 'What a test has shown, from its first day on',
    parameters: EXPERIMENT,
    result: ExperimentResult,
    scopes: figures,
  },
  endpoint({
    path: 'articles',
    summary: 'Every article',
    parameters: [...RANGE, ...FILTER],
    result: ArticleReport,
    scopes: revenue,
    shortestRange: DAY_MS,
    withhold: (articles) => articles.filter(({ sessions }) => isEnough(sessions)),
  }),
  endpoint({
    path: 'articles/{slug}',
    summary: 'One article: where its readers came from and where they went',
    parameters: [SLUG, ...RANGE, ...FILTER],
    result: ArticleDetail,
    scopes: revenue,
    shortestRange: DAY_MS,
    withhold({ article, next, previous }) {
      const { subscriptions, affiliate_clicks } = article.on_page
      assertNoneOrEnough(article.sessions, article.views + subscriptions + affiliate_clicks)
      return { article, next: withoutFew(next), previous: withoutFew(previous) }
    },
  }),
  endpoint({
    path: 'journeys',
    summary: 'Paths from a page or to it',
    parameters: [...RANGE, ...JOURNEY],
    result: Journeys,
    scopes: figures,
    shortestRange: DAY_MS,
    withhold(journeys) {
      assertNoneOrEnough(journeys.sessions)
      return {
        ...journeys,
        steps: journeys.steps.map(withoutFew),
        paths: journeys.paths.filter(({ sessions }) => isEnough(sessions)),
      }
    },
  }),
  endpoint({
    path: 'funnels/result',
    summary: 'How far sessions get in a row of steps',
    parameters: [...RANGE, ...FUNNEL],
    result: FunnelResult,
    scopes: figures,
    shortestRange: DAY_MS,
    withhold({ steps, groups, ...rest }) {
      for (const { sessions } of steps) assertNoneOrEnough(sessions)
      const isCompared = steps.every(({ compared }) => !compared || isNoneOrEnough(compared.sessions))
      return {
        ...rest,
        steps: steps.map((step) => ({ ...step, compared: isCompared ? step.compared : null })),
        groups: groups?.filter(({ sessions }) => sessions.every(isNoneOrEnough)) ?? null,
      }
    },
  }),
  endpoint({
    path: 'affiliate',
    summary: 'What affiliate links bring',
    parameters: RANGE,
    result: AffiliateReport,
    scopes: revenue,
    shortestRange: DAY_MS,
    withhold({ totals, products, slots, pages, ...rest }) {
      assertNoneOrEnough(totals.sessions)
      const isShown = ({ sessions }: { sessions: number }) => isEnough(sessions)
      return {
        ...rest,
        totals,
        products: products.filter(isShown),
        slots: slots.filter(isShown),
        pages: pages.filter(isShown),
      }
    },
  }),
  {
    path: 'goals',
    summary: 'What counts as a goal',
    parameters: [],
    result: Goals,
    scopes: figures,
  },
  {
    path: 'delivery',
    summary: 'Delivery report: events received, accepted, rejected and stored',
    parameters: [],
    result: Delivery,
    scopes: figures,
  },
]

/** Paths below `/api/stats` that an endpoint has. */
export function pathPattern(path: string): RegExp {
  return new RegExp(`^/api/stats/${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

function endpoint<Result extends z.ZodType>({
  withhold,
  ...rest
}: Omit<Endpoint, 'result' | 'withhold'> & {
  readonly result: Result
  readonly withhold: (result: z.output<Result>) => unknown
}): Endpoint {
  return { ...rest, withhold: (result) => withhold(rest.result.parse(result)) }
}
