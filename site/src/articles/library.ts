import { BUILD_DAY, EDITION_DATE } from '../dates/edition-date.ts'
import { daysBefore } from '../dates/relative-date.ts'
import type { Article, ProseBody, ProseMetadata } from './article.ts'
import { type ArticleFrontmatter, expectPlausible } from './frontmatter.ts'
import { SCHEDULE } from './schedule.ts'

interface ArticleModule {
  readonly default: ProseBody
  readonly frontmatter: ArticleFrontmatter
  readonly metadata: ProseMetadata
}

const modules = import.meta.glob<ArticleModule>('../../content/articles/*.mdx', { eager: true })

/** Every article, newest first. */
export const articles: readonly Article[] = SCHEDULE.map(({ slug, daysAgo }) => {
  const file = `content/articles/${slug}.mdx`
  const module = modules[`../../${file}`]
  if (!module) throw new Error(`the schedule names ${slug}, but ${file} does not exist`)
  expectPlausible(file, slug, module.frontmatter, BUILD_DAY)
  return {
    ...module.frontmatter,
    ...module.metadata,
    slug,
    published: daysBefore(EDITION_DATE, daysAgo),
    Body: module.default,
  }
})

/** The article at a slug that the schedule names. */
export function articleBySlug(slug: Article['slug']): Article {
  const article = articles.find((candidate) => candidate.slug === slug)
  if (!article) throw new Error(`no article is called ${slug}`)
  return article
}
