import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import type {
  ArticleDetail,
  ArticleFigures,
  ArticleReport,
} from '@half-measure/shared/stats/articles-report.ts'
import { GOAL_DEPTHS } from '@half-measure/shared/stats/goals.ts'
import type { JourneyStep } from '@half-measure/shared/stats/journeys.ts'
import { journeys } from '../journeys.ts'
import { perThousand } from '../per-thousand.ts'
import type { ReportScope, ReportSources } from '../report-scope.ts'
import { firstDays } from './first-days.ts'
import { type Outcomes, type Reading, readings } from './readings.ts'

/**
 * Every listed article, read or not, the most viewed first.
 *
 * @param now milliseconds since 1970; without it first days are left out.
 */
export async function articleReport(
  read: ReportSources,
  scope: ReportScope,
  now: number | undefined,
): Promise<ArticleReport> {
  const { bots } = scope.range
  const [found, first] = await Promise.all([
    readings(read, scope),
    // First days count all readers, so they cannot be filtered.
    scope.filters.length > 0 || now === undefined
      ? new Map<string, ArticleFigures['first']>()
      : firstDays(read, { bots, now }),
  ])
  const articles = read.articles
    .map((article): ArticleFigures => ({
      ...article,
      ...figuresOf(article, found.get(article.path) ?? {}),
      first: first.get(article.path) ?? { day: null, week: null, month: null },
    }))
    .sort((a, b) => b.views - a.views || (a.path < b.path ? -1 : 1))
  return { articles }
}

/** Number of next pages, and of previous pages, listed for an article. */
const NEIGHBOURS = 20
const EMPTY_STEP: JourneyStep = { pages: [], others: 0, ended: 0 }

/** @param page path of a listed article. @param now milliseconds since 1970; without it first days are left out. */
export async function articleDetail(
  read: ReportSources,
  scope: ReportScope,
  page: string,
  now: number | undefined,
): Promise<ArticleDetail> {
  const step = { page, steps: 1, limit: NEIGHBOURS } as const
  const [{ articles }, next, previous] = await Promise.all([
    // All articles: the medians are taken across them.
    articleReport(read, scope, now),
    journeys(read, scope, { ...step, direction: 'next' }),
    journeys(read, scope, { ...step, direction: 'previous' }),
  ])
  const article = articles.find(({ path }) => path === page)
  if (!article) throw new Error(`${page} is not listed`)
  return { article, next: next.steps[0] ?? EMPTY_STEP, previous: previous.steps[0] ?? EMPTY_STEP }
}

function figuresOf({ read_minutes }: ListedArticle, reading: Partial<Reading>) {
  const {
    views = 0,
    sessions = 0,
    active_ms = 0,
    median_active_ms = 0,
    reached = [],
    exits = 0,
    dead_ends = 0,
    goal_sessions = 0,
  } = reading
  const { subscriptions = 0, affiliate_clicks = 0, pounds = 0, after, elsewhere } = reading
  const [afterReading, leadsTo] = [outcomes(after), outcomes(elsewhere)]
  const seconds = sessions === 0 ? null : active_ms / sessions / 1_000
  return {
    views,
    sessions,
    reached: GOAL_DEPTHS.map((depth, i) => ({
      depth,
      sessions: reached[i] ?? 0,
      share: sessions === 0 ? 0 : twoDecimals(((reached[i] ?? 0) * 100) / sessions),
    })),
    engaged_seconds: seconds === null ? null : twoDecimals(seconds),
    median_engaged_seconds: sessions === 0 ? null : twoDecimals(median_active_ms / 1_000),
    engaged_part: seconds === null ? null : twoDecimals(seconds / (read_minutes * 60)),
    exits,
    exit_rate: sessions === 0 ? null : twoDecimals((exits * 100) / sessions),
    dead_ends,
    goal_sessions,
    conversion_rate: sessions === 0 ? null : twoDecimals((goal_sessions * 100) / sessions),
    on_page: { subscriptions, affiliate_clicks, pounds },
    after_reading: afterReading,
    per_thousand: perThousand(afterReading, sessions),
    leads_to: leadsTo,
    leads_to_per_thousand: perThousand(leadsTo, sessions),
  }
}

function outcomes([subscriptions, affiliate_clicks, pounds]: Reading['after'] = [0, 0, 0]): Outcomes {
  return { subscriptions, affiliate_clicks, pounds }
}

function twoDecimals(figure: number): number {
  return Math.round(figure * 100) / 100
}
