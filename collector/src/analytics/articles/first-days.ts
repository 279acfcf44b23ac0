import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import type { ArticleFigures } from '@half-measure/shared/stats/articles-report.ts'
import { median } from '@half-measure/shared/stats/median.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { z } from 'zod'
import { countedSince } from '../counted-since.ts'
import { startOfDay } from '../local-day.ts'
import type { ReportSources } from '../report-scope.ts'

/** Days from publication on. */
const PERIODS = { day: 1, week: 7, month: 30 } as const
type Period = keyof typeof PERIODS
type First = ArticleFigures['first']

/** Views, or sessions of a day, by which an article is out before its date: fewer are an editor's preview. */
export const OUT_BEFORE_DATE = 5
/** As a share of the views since: with fewer, those before the date are of readers whose clocks are wrong. */
const MAX_EARLIER = 0.05

const Row = z.object({
  page_path: z.string(),
  /** Views before its date, and before the end of each period. */
  earlier: z.coerce.number(),
  day: z.coerce.number(),
  week: z.coerce.number(),
  month: z.coerce.number(),
  /** Views until now. */
  total: z.coerce.number(),
})

/**
 * Views of articles in their first day, week and month, beside the median of the others. Queries the raw rows, because
 * it covers all time.
 *
 * @param now milliseconds since 1970.
 * @returns views by path.
 */
export async function firstDays(
  { queryRows, articles }: Pick<ReportSources, 'queryRows' | 'articles'>,
  { bots, now }: { readonly bots: StatsRange['bots']; readonly now: number },
): Promise<ReadonlyMap<string, First>> {
  const endOf = (article: ListedArticle, days: number) => startOfDay(article.published, days)
  const seconds = (days: number) => articles.map((article) => endOf(article, days) / 1_000)
  const countBefore = (period: string) =>
    `countIf(toUnixTimestamp(created_at) < transform(page_path, {paths: Array(String)}, {${period}: Array(Int64)}, 0)) AS ${period}`
  const [rows, since] = await Promise.all([
    queryRows({
      name: 'first days of articles',
      sql: `SELECT page_path, ${['earlier', ...Object.keys(PERIODS)].map(countBefore).join(', ')}, count() AS total
        FROM analytics.page_views
        WHERE page_path IN {paths: Array(String)} ${bots === 'include' ? '' : 'AND is_bot = 0'}
        GROUP BY page_path`,
      params: {
        paths: articles.map(({ path }) => path),
        earlier: seconds(0),
        day: seconds(PERIODS.day),
        week: seconds(PERIODS.week),
        month: seconds(PERIODS.month),
      },
      row: Row,
    }),
    countedSince(queryRows),
  ])
  const counted = new Map(rows.map((row) => [row.page_path, row]))
  const viewsOf = (article: ListedArticle, period: Period): number | null => {
    const isWhole =
      since !== undefined && since <= endOf(article, 0) && endOf(article, PERIODS[period]) <= now
    const { earlier = 0, day = 0, total = 0, [period]: until = 0 } = counted.get(article.path) ?? {}
    const views = until - earlier
    const cameOutLater = day === earlier && total > day
    return isWhole && !cameOutLater && !cameOutEarlier(earlier, views) ? views : null
  }
  const inFirst = (period: Period) => {
    const views = articles.map((article) => viewsOf(article, period))
    return views.map((own, at) => {
      if (own === null) return null
      const others = views.flatMap((other, index) => (index === at ? [] : (other ?? [])))
      return { views: own, median: others.length === 0 ? null : median(others) }
    })
  }
  const [day, week, month] = [inFirst('day'), inFirst('week'), inFirst('month')]
  return new Map(
    articles.map(({ path }, at) => [
      path,
      { day: day[at] ?? null, week: week[at] ?? null, month: month[at] ?? null },
    ]),
  )
}

/** Whether so many views before an article's date, beside those since, show that it came out earlier. */
export function cameOutEarlier(earlier: number, views: number): boolean {
  return earlier >= OUT_BEFORE_DATE && earlier > views * MAX_EARLIER
}
