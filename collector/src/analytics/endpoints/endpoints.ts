import { readCoverage } from '@half-measure/shared/routes/coverage.ts'
import { readLinkHealth } from '@half-measure/shared/routes/links.ts'
import { readDelivery } from '@half-measure/shared/routes/delivery.ts'
import { listPageTitles } from '@half-measure/shared/routes/page-titles.ts'
import { readImported } from '@half-measure/shared/routes/history.ts'
import {
  listArticles,
  queryFunnel,
  readAffiliate,
  readArticle,
  readExperiment,
  readGoals,
  readJourneys,
} from '@half-measure/shared/routes/reports.ts'
import {
  countConversions,
  exportEvents,
  exportStats,
  listExperimentShares,
  listRecentActivity,
  listTopElements,
  listTopPages,
  queryStats,
  readSummary,
  readTimeseries,
} from '@half-measure/shared/routes/stats.ts'
import { readWebVitals } from '@half-measure/shared/routes/web-vitals.ts'
import type { TokenScope } from '@half-measure/shared/sharing/api-token.ts'
import type { Covered } from '@half-measure/shared/stats/coverage.ts'
import type { Measured } from '@half-measure/shared/stats/web-vitals.ts'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { withholdBoth } from '../compared-report.ts'
import { tooFewSessions } from '../sharing/errors.ts'
import {
  assertNoneOrEnough,
  hasEnough,
  isEnough,
  isNoneOrEnough,
  withoutFew,
  withoutFewLoads,
  withoutSmallSteps,
} from '../sharing/small-groups.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import {
  COMPARE,
  COVERAGE,
  DAY_OR_HOUR,
  EVENT_EXPORT,
  EXPERIMENT,
  FILTER,
  FUNNEL,
  IMPORTED,
  JOURNEY,
  limit,
  QUERY,
  RANGE,
  SLUG,
} from './parameters.ts'

const revenue: readonly TokenScope[] = ['figures', 'revenue']

/**
 * What API tokens and share links may read: figures about all readers, and raw events where a token was made for them.
 * Only the endpoints listed here are open to them, and documented.
 */
export const ENDPOINTS: readonly Endpoint[] = [
  endpoint(queryStats, {
    summary: 'Any figures, split one way at most, filtered and compared',
    parameters: QUERY,
    links: true,
  }),
  endpoint(exportStats, {
    summary: 'The rows of the same query as a table, at most 5,000; `by` or `interval` is required',
    parameters: QUERY.filter(({ name }) => name !== 'limit' && name !== 'offset'),
    links: true,
  }),
  endpoint(listPageTitles, { summary: 'Titles of articles by path', links: true }),
  endpoint(readSummary, {
    summary: 'The four cards',
    parameters: [...RANGE, ...COMPARE],
    withhold: withholdBoth((summary) => {
      const { page_views, click_events, conversions, active_tests } = summary
      assertNoneOrEnough(summary.unique_sessions, page_views + click_events + conversions + active_tests)
      return summary
    }),
  }),
  endpoint(readTimeseries, {
    summary: 'Page views and sessions over time',
    parameters: [...RANGE, DAY_OR_HOUR],
    withhold: (buckets) =>
      buckets.filter(
        ({ unique_sessions, page_views }) =>
          !page_views || (unique_sessions !== null && isEnough(unique_sessions)),
      ),
  }),
  endpoint(readCoverage, {
    summary:
      'Consent coverage: share of all page loads that the figures see, and how banners were answered, in all, over time, by page and by country',
    parameters: COVERAGE,
    links: true,
    withhold({ totals, compared, series, pages, countries, ...rest }) {
      // A few loads may all come from one reader who has not accepted.
      const isShown = ({ page_loads, page_views, unique_sessions }: Covered) =>
        isNoneOrEnough(page_loads) && (page_views === 0 || isEnough(unique_sessions))
      if (!isShown(totals)) throw tooFewSessions()
      return {
        ...rest,
        totals,
        compared: compared && isShown(compared) ? compared : null,
        series: series.filter(isShown),
        pages: pages.filter(isShown),
        countries: countries.filter(isShown),
      }
    },
  }),
  endpoint(readWebVitals, {
    summary: 'Web vitals (LCP, INP, CLS) at the 75th percentile, by page and device',
    parameters: [...RANGE, ...FILTER],
    withhold({ totals, devices, pages }) {
      assertNoneOrEnough(totals.sessions, totals.loads)
      const shown = <Group extends Measured>(groups: readonly Group[]) =>
        groups.filter(hasEnough).map(withoutFewLoads)
      return {
        totals: withoutFewLoads(totals),
        devices: shown(devices),
        pages: shown(pages).map((page) => ({ ...page, devices: shown(page.devices) })),
      }
    },
  }),
  endpoint(readImported, {
    summary: 'Figures of other analytics products from before, as they count; they are in no other figure',
    parameters: IMPORTED,
    withhold({ series, rows, ...rest }) {
      const isShown = ({ page_views, visits }: { page_views: number | null; visits: number | null }) =>
        isNoneOrEnough(visits ?? page_views ?? 0)
      return {
        ...rest,
        series: series.map((one) => ({ ...one, points: one.points.filter(isShown) })),
        rows: rows.filter(isShown),
      }
    },
  }),
  endpoint(listTopPages, {
    summary: 'Most viewed pages',
    parameters: [...RANGE, limit(5)],
    shortestRange: DAY_MS,
    withhold: (pages) => pages.filter(({ views }) => isEnough(views)),
  }),
  endpoint(listRecentActivity, {
    summary: 'Newest events',
    parameters: [...RANGE, limit(5)],
    scopes: ['live'],
    shortestRange: DAY_MS,
    withhold: (events) =>
      events.map(({ at, ...event }) => ({
        ...event,
        at: `${at.slice(0, 'yyyy-mm-ddThh:mm'.length)}:00.000Z`,
      })),
  }),
  endpoint(listTopElements, {
    summary: 'Most clicked elements',
    parameters: [...RANGE, limit(10)],
    shortestRange: DAY_MS,
    withhold: (elements) => elements.filter(({ clicks }) => isEnough(clicks)),
  }),
  endpoint(countConversions, {
    summary: 'Conversions by type',
    parameters: RANGE,
    shortestRange: DAY_MS,
    withhold: (types) => types.filter(({ count }) => isEnough(count)),
  }),
  endpoint(listExperimentShares, {
    summary: 'Assignments by test and variant',
    parameters: RANGE,
    shortestRange: DAY_MS,
    withhold: (tests) =>
      tests.filter(({ variants }) => variants.every(({ assignments }) => isNoneOrEnough(assignments))),
  }),
  endpoint(readExperiment, {
    summary: 'What a test has shown, from its first day on',
    parameters: EXPERIMENT,
    withhold({ variants, analyses, ...rest }) {
      for (const { exposures } of variants) assertNoneOrEnough(exposures)
      return {
        ...rest,
        variants: variants.map((variant) => ({ ...variant, open: null })),
        analyses: withoutSmallSteps(analyses, variants),
      }
    },
  }),
  endpoint(listArticles, {
    summary: 'Every article',
    parameters: [...RANGE, ...FILTER, ...COMPARE],
    scopes: revenue,
    shortestRange: DAY_MS,
    withhold: withholdBoth(({ articles }) => ({
      articles: articles.filter(({ sessions }) => isEnough(sessions)),
    })),
  }),
  endpoint(readArticle, {
    summary: 'One article: where its readers came from and where they went',
    parameters: [SLUG, ...RANGE, ...FILTER, ...COMPARE],
    scopes: revenue,
    shortestRange: DAY_MS,
    withhold: withholdBoth(({ article, next, previous }) => {
      const { subscriptions, affiliate_clicks } = article.on_page
      assertNoneOrEnough(article.sessions, article.views + subscriptions + affiliate_clicks)
      return { article, next: withoutFew(next), previous: withoutFew(previous) }
    }),
  }),
  endpoint(readJourneys, {
    summary: 'Paths from a page or to it',
    parameters: [...RANGE, ...JOURNEY],
    shortestRange: DAY_MS,
    withhold: withholdBoth((journeys) => {
      assertNoneOrEnough(journeys.sessions)
      return { ...journeys, steps: journeys.steps.map(withoutFew), paths: journeys.paths.filter(hasEnough) }
    }),
  }),
  endpoint(queryFunnel, {
    summary: 'How far sessions get in a row of steps',
    parameters: [...RANGE, ...FUNNEL],
    shortestRange: DAY_MS,
    withhold: withholdBoth(({ groups, ...rest }) => {
      for (const { sessions } of rest.steps) assertNoneOrEnough(sessions)
      return { ...rest, groups: groups?.filter(({ sessions }) => sessions.every(isNoneOrEnough)) ?? null }
    }),
  }),
  endpoint(readAffiliate, {
    summary: 'What affiliate links bring; with filters, without commissions',
    parameters: [...RANGE, ...FILTER, ...COMPARE],
    scopes: revenue,
    shortestRange: DAY_MS,
    withhold: withholdBoth(({ totals, products, positions, pages, ...rest }) => {
      assertNoneOrEnough(totals.sessions, totals.clicks)
      return {
        ...rest,
        totals,
        products: products.filter(hasEnough),
        positions: positions.filter(hasEnough),
        pages: pages.filter(hasEnough),
      }
    }),
  }),
  endpoint(readLinkHealth, {
    summary: 'Outbound links: whether they worked last night, and their clicks in the last 28 days',
    withhold: ({ links, ...rest }) => ({
      ...rest,
      links: links.map((link) => ({
        ...link,
        clicks: isNoneOrEnough(link.clicks ?? 0) ? link.clicks : null,
      })),
    }),
  }),
  endpoint(readGoals, { summary: 'What counts as a goal' }),
  endpoint(exportEvents, {
    summary: 'Every event of a table on one day, with its session by the SHA-256 of its id',
    parameters: EVENT_EXPORT,
    scopes: ['events'],
  }),
  endpoint(readDelivery, { summary: 'Delivery report: events received, accepted, rejected and stored' }),
]
