import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ListedArticles } from '@half-measure/shared/stats/articles.ts'

/** The site's build, where it lies beside this program. */
export const SITE_DIST = join(import.meta.dirname, '../../../site/dist')

/** The articles that the built site holds, newest first; none where it is not built. */
export async function readListedArticles(): Promise<ListedArticles> {
  const file = join(SITE_DIST, 'articles.json')
  return existsSync(file) ? ListedArticles.parse(JSON.parse(await readFile(file, 'utf8'))) : []
}
