import { publication } from '@half-measure/shared/publication.ts'
import { absolute } from '../document/origins.ts'
import { paths } from '../paths.ts'
import { goTargets } from '../partners/partners.ts'
import { articlesJson } from './articles-json.ts'
import { rss } from './rss.tsx'
import { sitemap } from './sitemap.ts'

/** Files for machines, by their path in the site. */
export function textFiles(listedPaths: readonly string[]): ReadonlyMap<string, string> {
  return new Map([
    ['rss.xml', rss()],
    ['sitemap.xml', sitemap(listedPaths)],
    ['robots.txt', robots()],
    ['site.webmanifest', webManifest()],
    ['go.json', goTargets()],
    ['articles.json', articlesJson()],
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
