import type { Article } from './article.ts'
import { articles } from './library.ts'
import { neighbours } from './schedule.ts'

const COUNT = 3

/** Three other articles, those of the same category first, without the ones linked as previous and next. */
export function related(article: Article): readonly Article[] {
  const { previous, next } = neighbours(article.slug)
  const taken: readonly (string | undefined)[] = [article.slug, previous?.slug, next?.slug]
  const others = articles.filter(({ slug }) => !taken.includes(slug))
  const near = others.filter(({ category }) => category === article.category)
  const far = others.filter(({ category }) => category !== article.category)
  return [...near, ...far].slice(0, COUNT)
}
