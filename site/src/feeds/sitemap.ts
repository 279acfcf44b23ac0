import { articles } from '../articles/library.ts'
import { EDITION_DATE } from '../dates/edition-date.ts'
import { absolute } from '../document/origins.ts'
import { paths } from '../paths.ts'
import { escapeXml } from './xml.ts'

/** `sitemap.xml`: every page, with the day it last changed. */
export function sitemap(pagePaths: readonly string[]): string {
  const changed = new Map(
    articles.map(({ slug, published, updated }) => [paths.article(slug), updated ?? published]),
  )
  const entries = pagePaths.map(
    (path) =>
      `  <url><loc>${escapeXml(absolute(path))}</loc><lastmod>${changed.get(path) ?? EDITION_DATE}</lastmod></url>\n`,
  )
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`
  )
}
