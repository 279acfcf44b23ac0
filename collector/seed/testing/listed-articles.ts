import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import { sitePaths } from '@half-measure/shared/site-links.ts'

const DAYS_AGO = [1, 3, 4, 6, 8, 9, 12, 15, 18, 21, 24, 28, 32, 35, 38, 42, 45, 48]

/** A magazine of eighteen articles and the review. @param until milliseconds since 1970. */
export function listedArticles(until: number): ListedArticle[] {
  const day = (daysAgo: number) => new Date(until - daysAgo * 24 * 3_600_000).toISOString().slice(0, 10)
  const common = { category: 'The Science', author: 'Tomasz Bell' }
  return [
    ...DAYS_AGO.map((daysAgo) => ({
      ...common,
      path: `/articles/article-${daysAgo}`,
      title: `Published ${daysAgo} days ago`,
      published: day(daysAgo),
      read_minutes: 6 + (daysAgo % 5),
    })),
    { ...common, path: sitePaths.review, title: 'The Ranking', published: day(5), read_minutes: 11 },
  ]
}
