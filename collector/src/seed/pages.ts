import { publication } from '@half-measure/shared/publication.ts'
import { type Article, ARTICLES } from './articles.ts'

/** Pages by what a reader does there. */
export type PageKind =
  | 'home'
  | 'stories'
  | 'article'
  | 'reviews'
  | 'review'
  | 'about'
  | 'philosophy'
  | 'newsletter'
  | 'contact'

export interface Page {
  readonly kind: PageKind
  readonly path: string
  /** As the browser's tab shows it. */
  readonly title: string
  /** How long a whole reading takes; 0 where nothing is read and nothing of it reported. */
  readonly readMinutes: number
  readonly article?: Article
}

function page(kind: PageKind, path: string, title: string, readMinutes = 0): Page {
  return { kind, path, title: `${title} | ${publication.name}`, readMinutes }
}

export const PAGES: Readonly<Record<Exclude<PageKind, 'article'>, Page>> = {
  home: { ...page('home', '/', ''), title: `${publication.name}: ${publication.tagline}` },
  stories: page('stories', '/stories', 'Stories'),
  reviews: page('reviews', '/reviews', 'Reviews'),
  review: page(
    'review',
    '/reviews/top-5-non-alcoholic-beers-uk',
    'Ad: The Top 5 “Mood-Enhancing” Drinks, Tested for Everything but the Mood',
    11,
  ),
  about: page('about', '/about', 'Our Story'),
  philosophy: page('philosophy', '/philosophy', 'Manifesto'),
  newsletter: page('newsletter', '/newsletter', publication.newsletter),
  contact: page('contact', '/contact', 'Contact'),
}

const ARTICLE_PAGES: ReadonlyMap<string, Page> = new Map(
  ARTICLES.map((article) => [
    article.slug,
    { ...page('article', `/articles/${article.slug}`, article.title, article.readMinutes), article },
  ]),
)

export function articlePage({ slug }: Article): Page {
  const page = ARTICLE_PAGES.get(slug)
  if (!page) throw new Error(`${slug} is not among the articles`)
  return page
}
