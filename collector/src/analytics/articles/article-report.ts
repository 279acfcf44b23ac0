import { publication } from '@half-measure/shared/publication.ts'
import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import type {
  ArticleDetail,
  ArticleFigures,
  ArticleReport,
} from '@half-measure/shared/stats/articles-report.ts'
import type { JourneyStep } from '@half-measure/shared/stats/journeys.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { journeys } from '../journeys/journeys.ts'
import type { Statistics } from '../statistics.ts'
import { firstDays } from './first-days.ts'
import { type OutcomesOfPage, outcomesAfterReading, outcomesOnPage } from './outcomes.ts'
import { DEPTHS } from './depths.ts'
import { exits, type Reading, readings } from './readings.ts'

const NOTHING: Omit<OutcomesOfPage, 'page_path'> = { subscriptions: 0, affiliate_clicks: 0, pounds: 0 }

type Asking = Pick<Statistics, 'askRows' | 'askPlan' | 'closedDays'>

/** Every listed article, read or not, the most viewed first. @param now milliseconds since 1970. */
export async function articleReport(
  statistics: Asking,
  range: StatsRange,
  articles: readonly ListedArticle[],
  now: number,
  signal?: AbortSignal,
): Promise<ArticleReport> {
  const { askRows: ask } = statistics
  const paths = articles.map(({ path }) => path)
  const [read, left, onPage, afterReading, first] = await Promise.all([
    readings(statistics, range, paths, signal),
    exits(statistics, range, paths, signal),
    outcomesOnPage(ask, range, paths, signal),
    outcomesAfterReading(ask, range, paths, signal),
    firstDays(ask, articles, { bots: range.bots, timeZone: publication.timeZone, now }, signal),
  ])
  return articles
    .map((article): ArticleFigures => {
      const { path } = article
      const after = outcomesOf(afterReading, path)
      const reading = read.get(path)
      return {
        ...article,
        ...readingOf(article, reading, left.get(path) ?? 0),
        on_page: outcomesOf(onPage, path),
        after_reading: after,
        per_thousand: perThousand(after, reading?.visits ?? 0),
        first: first.get(path) ?? { day: null, week: null, month: null },
      }
    })
    .sort((a, b) => b.views - a.views || (a.path < b.path ? -1 : 1))
}

/** Where readers go on from an article, and where they come from: so many pages of each. */
const NEIGHBOURS = 20
const NOBODY: JourneyStep = { pages: [], others: 0, ended: 0 }

/** Undefined for a slug that no listed article ends with. @param now milliseconds since 1970. */
export async function articleDetail(
  statistics: Asking,
  range: StatsRange,
  articles: readonly ListedArticle[],
  slug: string,
  now: number,
  signal?: AbortSignal,
): Promise<ArticleDetail | undefined> {
  const listed = articles.find(({ path }) => path.split('/').at(-1) === slug)
  if (!listed) return undefined
  const { path: page } = listed
  const [report, next, previous] = await Promise.all([
    // All of them: the medians are about all.
    articleReport(statistics, range, articles, now, signal),
    journeys(statistics.askRows, range, { page, direction: 'next', steps: 1, limit: NEIGHBOURS }, signal),
    journeys(statistics.askRows, range, { page, direction: 'previous', steps: 1, limit: NEIGHBOURS }, signal),
  ])
  const article = report.find(({ path }) => path === page)
  return article && { article, next: next.steps[0] ?? NOBODY, previous: previous.steps[0] ?? NOBODY }
}

function readingOf({ read_minutes }: ListedArticle, reading: Reading | undefined, exits: number) {
  const { views, visits, activeMs, reached } = reading ?? { views: 0, visits: 0, activeMs: 0, reached: [] }
  const seconds = visits === 0 ? null : activeMs / visits / 1_000
  return {
    views,
    visits,
    reached: DEPTHS.map((depth, i) => ({
      depth,
      visits: reached[i] ?? 0,
      share: visits === 0 ? 0 : twoDecimals(((reached[i] ?? 0) * 100) / visits),
    })),
    engaged_seconds: seconds === null ? null : twoDecimals(seconds),
    engaged_part: seconds === null ? null : twoDecimals(seconds / (read_minutes * 60)),
    exits,
    exit_rate: visits === 0 ? null : twoDecimals((exits * 100) / visits),
  }
}

function outcomesOf(rows: readonly OutcomesOfPage[], path: string): Omit<OutcomesOfPage, 'page_path'> {
  const row = rows.find(({ page_path }) => page_path === path)
  if (!row) return NOTHING
  const { subscriptions, affiliate_clicks, pounds } = row
  return { subscriptions, affiliate_clicks, pounds }
}

function perThousand({ subscriptions, affiliate_clicks, pounds }: typeof NOTHING, visits: number) {
  if (visits === 0) return null
  const of = (figure: number) => twoDecimals((figure * 1_000) / visits)
  return { subscriptions: of(subscriptions), affiliate_clicks: of(affiliate_clicks), pounds: of(pounds) }
}

function twoDecimals(figure: number): number {
  return Math.round(figure * 100) / 100
}
