import type { ListedArticles } from '@half-measure/shared/stats/articles.ts'
import { review } from '../../content/review.ts'
import { articles } from '../articles/library.ts'
import { paths } from '../paths.ts'
import { reviewPublished } from '../review/review-card.ts'

/** `articles.json`: what the statistics know of the articles and the review, newest first. */
export function articlesJson(): string {
  const listed: ListedArticles = [
    ...articles.map(({ slug, title, category, author, published, readMinutes }) => ({
      path: paths.article(slug),
      title,
      category,
      author,
      published,
      read_minutes: readMinutes,
    })),
    {
      path: paths.review,
      title: review.title,
      category: review.category,
      author: review.author,
      published: reviewPublished,
      read_minutes: review.readMinutes,
    },
  ]
  return JSON.stringify(listed.sort((one, other) => other.published.localeCompare(one.published)))
}
