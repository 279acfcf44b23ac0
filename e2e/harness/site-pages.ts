import { readdirSync, readFileSync } from 'node:fs'
import type { Product } from './use-product.ts'

const ARTICLES = new URL('../../site/content/articles/', import.meta.url)

/** Number of articles that are written, by anybody or by one author. */
export function countArticles(author = ''): number {
  const texts = readdirSync(ARTICLES).map((name) => readFileSync(new URL(name, ARTICLES), 'utf8'))
  return texts.filter((text) => text.includes(`\nauthor: ${author}`)).length
}

/** Paths of the pages that the sitemap lists. */
export async function listedPaths({ site }: Pick<Product, 'site'>): Promise<string[]> {
  const xml = await (await fetch(`${site}/sitemap.xml`)).text()
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address ?? '').pathname)
}

/** The response of the server itself: redirects are not followed. */
export function get({ site }: Pick<Product, 'site'>, path: string): Promise<Response> {
  return fetch(new URL(path, site), { redirect: 'manual' })
}

/** One page of each kind. */
export const PAGE_KINDS = {
  home: '/',
  stories: '/stories',
  article: '/articles/professional-day-drinking',
  'article with tables and notes': '/articles/friday-ritual-cost',
  archive: '/stories/archive',
  category: '/stories/the-science',
  'article with charts': '/articles/sleep-disrupted',
  writer: '/authors/ruth-achterberg',
  search: '/search',
  saved: '/saved',
  events: '/events',
  event: '/events/thaw-2027',
  reviews: '/reviews',
  review: '/reviews/top-5-non-alcoholic-beers-uk',
  about: '/about',
  manifesto: '/philosophy',
  newsletter: '/newsletter',
  'mailed link': '/newsletter/confirm?token=none',
  guide: '/newsletter/guide?token=none',
  contact: '/contact',
  letters: '/letters',
  legal: '/privacy',
  'cookie page': '/cookie-policy',
  'partner page': '/partners/quarter-bell-pale',
  'not found': '/no-such-page',
} as const
