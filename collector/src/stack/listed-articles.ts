import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ListedArticles, PageTitles } from '@half-measure/shared/stats/articles.ts'
import { SiteLinks } from '@half-measure/shared/stats/link-health.ts'

/** The site's build, where it lies beside this program. */
export const SITE_DIST = join(import.meta.dirname, '../../../site/dist')

/** The articles that the built site holds, newest first; none where it is not built. */
export async function readListedArticles(): Promise<ListedArticles> {
  return ListedArticles.parse(await readList('articles.json'))
}

/** The titles of all pages that the built site holds; none where it is not built. */
export async function readPageTitles(): Promise<PageTitles> {
  return PageTitles.parse(await readList('page-titles.json'))
}

/** The links of all its pages that leave the magazine; none where it is not built. */
export async function readSiteLinks(): Promise<SiteLinks> {
  return SiteLinks.parse(await readList('links.json'))
}

async function readList(name: string): Promise<unknown> {
  const file = join(SITE_DIST, name)
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : []
}
