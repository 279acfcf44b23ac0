import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { writeFilter } from '@half-measure/shared/stats/engine/filter-text.ts'
import { paths } from '../paths.ts'
import type { UsedScope } from './use-scope.ts'

export type ScopeLinks = Pick<UsedScope, 'hrefOf'>

/** Explore over the same period, filtered by one value as well. */
export function exploreHref({ hrefOf }: ScopeLinks, dimension: Dimension, value: string): string {
  return hrefOf(paths.explore, { f: writeFilter({ operator: 'is', dimension, values: [value] }) })
}

/** Pages one segment below these are listed among the articles. */
const ARTICLE = /^\/(?:articles|reviews)\/([\w-]+)$/

/** Whether a page has a report of its own. */
export function isArticle(page: string): boolean {
  return ARTICLE.test(page)
}

/** The report of an article, and Explore for any other page. */
export function pageHref(scope: ScopeLinks, page: string): string {
  const slug = ARTICLE.exec(page)?.[1]
  return slug === undefined ? exploreHref(scope, 'page', page) : scope.hrefOf(paths.article(slug))
}
