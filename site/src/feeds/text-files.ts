import { publication } from '@half-measure/shared/publication.ts'
import type { ListedArticles } from '@half-measure/shared/stats/articles.ts'
import { events } from '../../content/events.ts'
import { review } from '../../content/review.ts'
import { articles } from '../articles/library.ts'
import { calendarFile } from './calendar.ts'
import { escapeXml, rss } from './rss.tsx'
import { goTargets } from '../partners/partners.ts'
import { absolute, paths } from '../paths.ts'
import { searchIndex } from '../search/search-index.tsx'
import { reviewPublished } from '../review/review-nodes.ts'

/** Files for machines, by their path in the site. */
export function textFiles(listedPaths: readonly string[]): ReadonlyMap<string, string> {
  return new Map([
    ['rss.xml', rss()],
    ['sitemap.xml', sitemap(listedPaths)],
    ['robots.txt', robots()],
    ['site.webmanifest', webManifest()],
    ['go.json', goTargets()],
    ['articles.json', articlesJson()],
    ['search.json', searchIndex()],
    ...events.map((event) => [paths.eventCalendar(event.id).slice(1), calendarFile(event)] as const),
  ])
}

function robots(): string {
  return `User-agent: *\nDisallow: /go/\nDisallow: /api/\n\nSitemap: ${absolute('/sitemap.xml')}\n`
}

function webManifest(): string {
  return JSON.stringify({
    name: publication.name,
    short_name: publication.name,
    description: publication.description,
    lang: publication.language,
    start_url: paths.home,
    display: 'browser',
    background_color: '#f8f2e6',
    theme_color: '#f8f2e6',
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  })
}

/** `articles.json`: what the statistics know of the articles and the review, newest first. */
function articlesJson(): string {
  const pieces = [
    ...articles.map((article) => ({ ...article, path: paths.article(article.slug) })),
    { ...review, path: paths.review, published: reviewPublished },
  ]
  const listed: ListedArticles = pieces
    .toSorted((one, other) => other.published.localeCompare(one.published))
    .map(({ path, title, category, author, published, readMinutes }) => ({
      path,
      title,
      category,
      author,
      published,
      read_minutes: readMinutes,
    }))
  return JSON.stringify(listed)
}

/** `sitemap.xml`: every page, with the day it last changed where that is known. */
function sitemap(pagePaths: readonly string[]): string {
  const changed = new Map([
    ...articles.map(({ slug, published, updated }) => [paths.article(slug), updated ?? published] as const),
    [paths.review, reviewPublished],
  ])
  const entries = pagePaths.map((path) => {
    const day = changed.get(path)
    const lastmod = day === undefined ? '' : `<lastmod>${day}</lastmod>`
    return `  <url><loc>${escapeXml(absolute(path))}</loc>${lastmod}</url>\n`
  })
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`
  )
}
