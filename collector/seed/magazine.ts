import { publication } from '@half-measure/shared/publication.ts'
import { sitePaths } from '@half-measure/shared/site-links.ts'
import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { SeededRandom } from './seeded-random.ts'

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
  /** 0 on pages that report no reading. */
  readonly readMinutes: number
}

export interface Article extends Page {
  /** Milliseconds since 1970. */
  readonly publishedAt: number
  /** Readers it draws, relative to others of its age. */
  readonly appeal: number
}

export interface Magazine {
  readonly pages: Readonly<Record<Exclude<PageKind, 'article'>, Page>>
  /** Newest first. */
  readonly articles: readonly Article[]
  /** Publication of the first article. */
  readonly launchedAt: number
}

const ARTICLES_APPEAR_AT = '07:00'

/** @param listed as in `articles.json`, newest first. */
export function magazineOf(listed: readonly ListedArticle[]): Magazine {
  const review = listed.find(({ path }) => path === sitePaths.review)
  const articles = listed
    .filter(({ path }) => path !== sitePaths.review)
    .map(({ path, title, read_minutes, published }, index): Article => {
      const day = Temporal.PlainDate.from(published)
      const { epochMilliseconds } = day.toZonedDateTime({
        timeZone: publication.timeZone,
        plainTime: ARTICLES_APPEAR_AT,
      })
      const appeal = Math.min(2, new SeededRandom(0, index).around(1, 0.35))
      return { ...page('article', path, title, read_minutes), publishedAt: epochMilliseconds, appeal }
    })
  return {
    articles,
    launchedAt: Math.min(...articles.map(({ publishedAt }) => publishedAt)),
    pages: {
      home: { ...page('home', '/', ''), title: `${publication.name}: ${publication.tagline}` },
      stories: page('stories', '/stories', 'Stories'),
      reviews: page('reviews', '/reviews', 'Reviews'),
      // Its date is that of its last revision: the ranking is as old as the magazine.
      review: page('review', sitePaths.review, `Ad: ${review?.title}`, review?.read_minutes ?? 11),
      about: page('about', '/about', 'Our Story'),
      philosophy: page('philosophy', '/philosophy', 'Manifesto'),
      newsletter: page('newsletter', '/newsletter', publication.newsletter),
      contact: page('contact', '/contact', 'Contact'),
    },
  }
}

function page(kind: PageKind, path: string, title: string, readMinutes = 0): Page {
  return { kind, path, title: `${title} | ${publication.name}`, readMinutes }
}

/** Readers that an article draws: none before it is published, most on its first day, then fading to a floor. */
export function popularity({ publishedAt, appeal }: Article, at: number): number {
  const days = (at - publishedAt) / DAY_MS
  return days < 0 ? 0 : appeal * (0.12 + 0.88 * Math.exp(-days / 4))
}

/** Picks an article, for its newness or for its lasting search traffic; home before there is any. */
export function pickArticle(
  random: SeededRandom,
  { articles, pages }: Magazine,
  at: number,
  by: 'fresh' | 'lasting',
): Page {
  const published = articles.filter(({ publishedAt }) => publishedAt <= at)
  if (published.length === 0) return pages.home
  return random.weighted(
    published.map((article) => ({
      ...article,
      share: popularity(article, at) + (by === 'lasting' ? article.appeal : 0),
    })),
  )
}

/** A link to another page; only declared elements are tracked as clicks. */
interface Link {
  readonly share: number
  readonly to: PageKind | 'next'
  readonly element?: { readonly element_type: 'link' | 'button'; readonly element_id: string }
}

function link(
  share: number,
  to: Link['to'],
  element_id?: string,
  element_type: 'link' | 'button' = 'link',
): Link {
  return { share, to, ...(element_id && { element: { element_type, element_id } }) }
}

const MENU: readonly Link[] = [
  link(5, 'stories', 'menu-stories'),
  link(1.2, 'about', 'menu-about'),
  link(0.7, 'philosophy', 'menu-manifesto'),
  link(0.3, 'philosophy', 'footer-manifesto'),
  link(2, 'newsletter', 'menu-newsletter'),
  link(0.5, 'contact'),
  link(5, 'home'),
]

/** For each kind of page: the share of readers who go on, and where to besides the menu. */
const ONWARD: Readonly<Record<PageKind, { readonly goOn: number; readonly links: readonly Link[] }>> = {
  home: {
    goOn: 0.66,
    links: [
      link(14, 'article', 'hero-read-story', 'button'),
      link(53, 'article'),
      link(6, 'stories', 'home-all-stories'),
      link(5, 'reviews'),
    ],
  },
  stories: { goOn: 0.72, links: [link(60, 'article')] },
  article: {
    goOn: 0.4,
    links: [
      link(34, 'next', 'article-next'),
      link(16, 'article'),
      link(6, 'newsletter', 'article-newsletter', 'button'),
      link(12, 'review'),
    ],
  },
  reviews: {
    goOn: 0.7,
    links: [link(50, 'review', 'reviews-review'), link(6, 'newsletter', 'reviews-newsletter', 'button')],
  },
  review: { goOn: 0.28, links: [link(20, 'article'), link(4, 'reviews')] },
  about: { goOn: 0.42, links: [link(20, 'article'), link(6, 'stories', 'about-all-stories')] },
  philosophy: { goOn: 0.35, links: [link(12, 'newsletter', 'manifesto-newsletter', 'button')] },
  newsletter: { goOn: 0.22, links: [link(12, 'home')] },
  contact: { goOn: 0.15, links: [link(6, 'home')] },
}

/** The pages that are there before the first article. */
const BEFORE_LAUNCH = new Set<Link['to']>(['home', 'about', 'philosophy', 'newsletter', 'contact'])

/** The page a reader goes on to and the element that leads there; undefined where the reader leaves. */
export function pickOnward(random: SeededRandom, from: Page, magazine: Magazine, at: number) {
  const { goOn, links } = ONWARD[from.kind]
  if (!random.chance(goOn)) return undefined
  const open = [...links, ...MENU].filter(({ to }) => at >= magazine.launchedAt || BEFORE_LAUNCH.has(to))
  const { to, element } = random.weighted(open)
  const page = target(random, from, to, magazine, at)
  return page.path === from.path ? undefined : { page, element }
}

function target(random: SeededRandom, from: Page, to: Link['to'], magazine: Magazine, at: number): Page {
  if (to !== 'article' && to !== 'next') return magazine.pages[to]
  const older = magazine.articles[magazine.articles.findIndex(({ path }) => path === from.path) + 1]
  return to === 'next' && older ? older : pickArticle(random, magazine, at, 'fresh')
}
