import { MIN_SESSIONS, type ApiTokenKind, type TokenScope } from '@half-measure/shared/sharing/api-token.ts'
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
import { ExperimentShares } from '@half-measure/shared/stats/experiment-shares.ts'
import { FunnelResult } from '@half-measure/shared/stats/funnels.ts'
import { type JourneyStep, Journeys } from '@half-measure/shared/stats/journeys.ts'
import {
  notForTokens,
  notOfThisLink,
  rangeTooFine,
  rangeTooShort,
  scopeMissing,
  tooFewSessions,
} from './errors.ts'
import { beyondView } from './link-view.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'

/** What tokens and links may read of an endpoint. */
interface ViewerRule {
  readonly scopes: readonly TokenScope[]
  /** Whether links read it too. */
  readonly links?: true
  /** Milliseconds; for what does not count sessions, so that a quiet hour does not show what one of them did. */
  readonly shortestRange?: number
  /** The result without small groups. @throws {ApiError} 422 `too_few_sessions`. */
  readonly withhold?: (result: unknown) => unknown
}

/** What an API token or a share link was made for. */
interface ViewerRights {
  readonly kind: ApiTokenKind
  readonly scopes: readonly TokenScope[]
  /** Of a link: the query string of a view of Explore. */
  readonly view: string
}

const isEnough = (count: number) => count >= MIN_SESSIONS
const figures: readonly TokenScope[] = ['figures']
const revenue: readonly TokenScope[] = ['figures', 'revenue']

/** By path below `/api/stats/`. `query` and `export.csv` withhold small groups where they are computed. */
export const VIEWER_RULES: Readonly<Record<string, ViewerRule>> = {
  query: { scopes: figures, links: true },
  'export.csv': { scopes: figures, links: true },
  summary: {
    scopes: figures,
    withhold(result) {
      const summary = Summary.parse(result)
      assertNoneOrEnough(summary.unique_sessions, summary.page_views + summary.click_events)
      return summary
    },
  },
  timeseries: {
    scopes: figures,
    withhold: (result) =>
      Timeseries.parse(result).filter(
        ({ unique_sessions, page_views }) => page_views === 0 || isEnough(unique_sessions),
      ),
  },
  coverage: {
    scopes: figures,
    withhold(result) {
      const { totals, compared, series, pages, ...rest } = Coverage.parse(result)
      const noneOrEnough = ({ page_views, unique_sessions }: Covered) =>
        page_views === 0 || isEnough(unique_sessions)
      if (!noneOrEnough(totals)) throw tooFewSessions(MIN_SESSIONS)
      return {
        ...rest,
        totals,
        compared: compared && noneOrEnough(compared) ? compared : null,
        series: series.filter(noneOrEnough),
        pages: pages.filter(noneOrEnough),
      }
    },
  },
  'top-pages': {
    scopes: figures,
    shortestRange: DAY_MS,
    withhold: (result) => TopPages.parse(result).filter(({ views }) => isEnough(views)),
  },
  'top-elements': {
    scopes: figures,
    shortestRange: DAY_MS,
    withhold: (result) => TopElements.parse(result).filter(({ clicks }) => isEnough(clicks)),
  },
  conversions: {
    scopes: figures,
    shortestRange: DAY_MS,
    withhold: (result) => ConversionCounts.parse(result).filter(({ count }) => isEnough(count)),
  },
  experiments: {
    scopes: figures,
    shortestRange: DAY_MS,
    withhold: (result) => ExperimentShares.parse(result).filter(({ total }) => isEnough(total)),
  },
  'experiments/results': { scopes: figures },
  'recent-activity': {
    scopes: ['live'],
    shortestRange: DAY_MS,
    withhold: (result) =>
      RecentActivity.parse(result).map(({ at, ...event }) => ({
        ...event,
        at: `${at.slice(0, 'yyyy-mm-ddThh:mm'.length)}:00.000Z`,
      })),
  },
  articles: {
    scopes: revenue,
    shortestRange: DAY_MS,
    withhold: (result) => ArticleReport.parse(result).filter(({ sessions }) => isEnough(sessions)),
  },
  'articles/{slug}': {
    scopes: revenue,
    shortestRange: DAY_MS,
    withhold(result) {
      const { article, next, previous } = ArticleDetail.parse(result)
      const { subscriptions, affiliate_clicks } = article.on_page
      assertNoneOrEnough(article.sessions, article.views + subscriptions + affiliate_clicks)
      return { article, next: withoutFew(next), previous: withoutFew(previous) }
    },
  },
  journeys: {
    scopes: figures,
    shortestRange: DAY_MS,
    withhold(result) {
      const journeys = Journeys.parse(result)
      assertNoneOrEnough(journeys.sessions)
      return {
        ...journeys,
        steps: journeys.steps.map(withoutFew),
        paths: journeys.paths.filter(({ sessions }) => isEnough(sessions)),
      }
    },
  },
  'funnels/result': {
    scopes: figures,
    shortestRange: DAY_MS,
    withhold(result) {
      const funnel = FunnelResult.parse(result)
      for (const { sessions } of funnel.steps) assertNoneOrEnough(sessions)
      const noneOrEnough = (sessions: number) => sessions === 0 || isEnough(sessions)
      const isCompared = funnel.steps.every(({ compared }) => !compared || noneOrEnough(compared.sessions))
      return {
        ...funnel,
        steps: funnel.steps.map((step) => ({ ...step, compared: isCompared ? step.compared : null })),
        groups: funnel.groups?.filter(({ sessions }) => sessions.every(noneOrEnough)) ?? null,
      }
    },
  },
  affiliate: {
    scopes: revenue,
    shortestRange: DAY_MS,
    withhold(result) {
      const { totals, products, slots, pages, ...rest } = AffiliateReport.parse(result)
      assertNoneOrEnough(totals.sessions)
      const enough = ({ sessions }: { sessions: number }) => isEnough(sessions)
      return {
        ...rest,
        totals,
        products: products.filter(enough),
        slots: slots.filter(enough),
        pages: pages.filter(enough),
      }
    },
  },
  goals: { scopes: figures },
  delivery: { scopes: figures },
}

const RULES = Object.entries(VIEWER_RULES).map(([path, rule]) => ({
  pattern: new RegExp(`^/api/stats/${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  rule,
}))

/**
 * The rule of a request that its viewer may make.
 *
 * @param now milliseconds since 1970.
 * @throws {ApiError} 403 `not_for_api_tokens`, `scope_missing` or `not_of_this_link`; 400 `range_too_fine` or
 * `range_too_short`.
 */
export function admitViewer(
  { kind, scopes, view }: ViewerRights,
  { method, url }: { readonly method: string; readonly url: URL },
  now: number,
): ViewerRule {
  const rule = RULES.find(({ pattern }) => pattern.test(url.pathname))?.rule
  if (!rule || !['GET', 'HEAD'].includes(method)) throw notForTokens()
  const { searchParams: query } = url
  if (kind === 'link') {
    if (!rule.links) throw notForTokens()
    const beyond = beyondView(view, query, now)
    if (beyond) throw notOfThisLink(`another choice of ${beyond} is not part of it.`)
  }
  const needed = asksForRevenue(query) ? [...rule.scopes, 'revenue' as const] : rule.scopes
  const missing = needed.find((scope) => !scopes.includes(scope))
  if (missing) throw scopeMissing(missing)

  // What is no instant is refused by its endpoint.
  const [from, to] = ['from', 'to'].map((name) => Date.parse(query.get(name) ?? ''))
  if ([from, to].some((at = 0) => at % HOUR_MS > 0)) throw rangeTooFine()
  if (from !== undefined && to !== undefined && to - from < (rule.shortestRange ?? 0)) throw rangeTooShort()
  return rule
}

/** The metric of `query`, the goal of experiments. */
function asksForRevenue(query: URLSearchParams): boolean {
  return (query.get('metrics') ?? '').split(',').includes('revenue') || query.get('goal') === 'value'
}

/** @throws {ApiError} 422 `too_few_sessions` for 1 to 4, and for events of sessions that began before. */
function assertNoneOrEnough(sessions: number, events = 0): void {
  if (sessions + events > 0 && !isEnough(sessions)) throw tooFewSessions(MIN_SESSIONS)
}

/** Pages with too few join the others. */
function withoutFew({ pages, others, ended }: JourneyStep): JourneyStep {
  const few = pages.filter(({ sessions }) => !isEnough(sessions))
  return {
    pages: pages.filter(({ sessions }) => isEnough(sessions)),
    others: few.reduce((sum, { sessions }) => sum + sessions, others),
    ended,
  }
}
