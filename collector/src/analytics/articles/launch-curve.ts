import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import { LAUNCH_HOURS, type LaunchCurve } from '@half-measure/shared/stats/launch-curve.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { z } from 'zod'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { countedSince } from '../counted-since.ts'
import { startOfDay } from '../local-day.ts'
import type { ReportSources } from '../report-scope.ts'
import { cameOutEarlier } from './first-days.ts'

/** The hour of all views before the date of publication. */
const EARLIER = -1
/** The hour of all views after the first week. */
const LATER = LAUNCH_HOURS

/** The last hour of the first day. */
const FIRST_DAY_END = 23

/** Quartiles of fewer curves mean nothing. */
const MIN_OTHERS = 4

/**
 * Hourly views in an article's first week, beside other articles.
 *
 * @param page path of a listed article. @param now milliseconds since 1970.
 */
export async function launchCurve(
  read: Pick<ReportSources, 'queryRows' | 'articles'>,
  page: string,
  bots: StatsRange['bots'],
  now: number,
): Promise<LaunchCurve> {
  const beginOf = ({ published }: ListedArticle) => startOfDay(published)
  const [viewsByHour, since] = await Promise.all([
    countByHour(read, beginOf, bots),
    countedSince(read.queryRows),
  ])
  const curveOf = (article: ListedArticle): number[] | null => {
    const views = viewsByHour.get(article.path)
    if (since === undefined || since > beginOf(article)) return null
    const hours = Math.floor((now - beginOf(article)) / HOUR_MS)
    const curve = cumulative(views, Math.min(Math.max(hours, 0), LAUNCH_HOURS))
    const cameOutLater = curve[FIRST_DAY_END] === 0 && Math.max(...(views?.keys() ?? [])) > FIRST_DAY_END
    return cameOutLater || cameOutEarlier(views?.get(EARLIER) ?? 0, curve.at(-1) ?? 0) ? null : curve
  }
  const listed = read.articles.find(({ path }) => path === page)
  const others = read.articles
    .filter((article) => article !== listed)
    .flatMap((article) => {
      const curve = curveOf(article)
      return curve?.length === LAUNCH_HOURS ? [curve] : []
    })
  return { views: listed ? curveOf(listed) : null, others: quartilesOf(others) }
}

/** Views by hour since publication, by path. */
async function countByHour(
  { queryRows, articles }: Pick<ReportSources, 'queryRows' | 'articles'>,
  beginOf: (article: ListedArticle) => number,
  bots: StatsRange['bots'],
): Promise<ReadonlyMap<string, ReadonlyMap<number, number>>> {
  const rows = await queryRows({
    name: 'first week of articles by the hour',
    sql: `SELECT page_path, least(greatest(floor(seconds / 3600), ${EARLIER}), ${LATER}) AS hour, count() AS views
      FROM (
        SELECT page_path, toUnixTimestamp(created_at) -
          transform(page_path, {paths: Array(String)}, {published: Array(Int64)}, 0) AS seconds
        FROM analytics.page_views
        WHERE page_path IN {paths: Array(String)} ${bots === 'include' ? '' : 'AND is_bot = 0'})
      GROUP BY page_path, hour`,
    params: {
      paths: articles.map(({ path }) => path),
      published: articles.map((article) => beginOf(article) / 1_000),
    },
    row: z.object({ page_path: z.string(), hour: z.coerce.number(), views: z.coerce.number() }),
  })
  const byPath = Map.groupBy(rows, ({ page_path }) => page_path)
  return new Map(
    [...byPath].map(([path, rows]) => [path, new Map(rows.map(({ hour, views }) => [hour, views]))]),
  )
}

/** Total views by the end of each hour. */
export function cumulative(byHour: ReadonlyMap<number, number> | undefined, hours: number): number[] {
  let sum = 0
  return Array.from({ length: hours }, (_, hour) => (sum += byHour?.get(hour) ?? 0))
}

/** Quartiles of whole curves, hour by hour; null with too few. */
export function quartilesOf(curves: readonly (readonly number[])[]): LaunchCurve['others'] {
  if (curves.length < MIN_OTHERS) return null
  const sorted = Array.from({ length: LAUNCH_HOURS }, (_, hour) =>
    curves.map((curve) => curve[hour] ?? 0).toSorted((a, b) => a - b),
  )
  const at = (part: number) => sorted.map((views) => quantile(views, part))
  return { articles: curves.length, low: at(0.25), median: at(0.5), high: at(0.75) }
}

/** Interpolated between the two nearest values. @param sorted not empty. */
function quantile(sorted: readonly number[], part: number): number {
  const place = (sorted.length - 1) * part
  const [low = 0, high = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return low + (high - low) * (place - Math.floor(place))
}
