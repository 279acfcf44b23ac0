import { daysBefore } from '../dates/relative-date.ts'
import { EDITION_DATE } from '../dates/edition-date.ts'
import type { Article } from './article.ts'
import type { ArticleFrontmatter } from './frontmatter.ts'
import { ARTICLE_SLUGS, daysAgo } from './schedule.ts'

interface ArticleModule {
  readonly default: Article['Body']
  readonly frontmatter: ArticleFrontmatter
}

const modules = import.meta.glob<ArticleModule>('../../content/articles/*.mdx', { eager: true })

/** Every article, newest first. */
export const articles: readonly Article[] = ARTICLE_SLUGS.flatMap((slug) => {
  const module = modules[`../../content/articles/${slug}.mdx`]
  if (!module) return []
  return [
    {
      ...module.frontmatter,
      slug,
      published: daysBefore(EDITION_DATE, daysAgo(slug)),
      Body: module.default,
    },
  ]
})

export function findArticle(slug: string): Article | undefined {
  return articles.find((article) => article.slug === slug)
}
