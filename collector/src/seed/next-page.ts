import { nextArticle } from './articles.ts'
import { articlePage, type Page, type PageKind, PAGES } from './pages.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Shelf } from './shelf.ts'
import { WeightedList } from './weighted-list.ts'

/** What the site declares of an element as worth counting. */
export interface Element {
  readonly element_type: 'link' | 'button'
  readonly element_id: string
}

/** A step to another page. */
export interface Turn {
  readonly page: Page
  /** What was used for it; absent for links that are not counted. */
  readonly element?: Element
}

/** Where a link leads: to a page, to an article off the shelf, or to the next article. */
type Target = Exclude<PageKind, 'article'> | 'shelf' | 'next'

interface Link {
  readonly to: Target
  readonly element?: Element
  /** Compared with the other links of the page. */
  readonly share: number
}

function link(share: number, to: Target, element_id?: string): Link {
  return { share, to, ...(element_id && { element: { element_type: 'link', element_id } }) }
}

function button(share: number, to: Target, element_id: string): Link {
  return { share, to, element: { element_type: 'button', element_id } }
}

/** Out of one: how many of those who see such a page go on to another. */
const GOING_ON: Readonly<Record<PageKind, number>> = {
  home: 0.66,
  stories: 0.72,
  article: 0.4,
  reviews: 0.7,
  review: 0.28,
  about: 0.42,
  philosophy: 0.35,
  newsletter: 0.22,
  contact: 0.15,
}

/** Stand on every page. Cards, the wordmark and most of the footer are not counted. */
const EVERYWHERE = [
  link(5, 'stories', 'menu-stories'),
  link(1.2, 'about', 'menu-about'),
  link(0.7, 'philosophy', 'menu-manifesto'),
  link(0.3, 'philosophy', 'footer-manifesto'),
  link(2, 'newsletter', 'menu-newsletter'),
  link(0.5, 'contact'),
  link(5, 'home'),
]

const OF_PAGE: Readonly<Record<PageKind, readonly Link[]>> = {
  home: [
    button(14, 'shelf', 'hero-read-story'),
    link(53, 'shelf'),
    link(6, 'stories', 'home-all-stories'),
    link(5, 'reviews'),
  ],
  stories: [link(60, 'shelf')],
  article: [
    link(34, 'next', 'article-next'),
    link(16, 'shelf'),
    button(6, 'newsletter', 'article-newsletter'),
    link(5, 'review'),
  ],
  reviews: [link(50, 'review', 'reviews-review'), button(6, 'newsletter', 'reviews-newsletter')],
  review: [link(20, 'shelf'), link(4, 'reviews')],
  about: [link(20, 'shelf'), link(6, 'stories', 'about-all-stories')],
  philosophy: [button(12, 'newsletter', 'manifesto-newsletter')],
  newsletter: [link(12, 'home')],
  contact: [link(6, 'home')],
}

const LINKS = Object.fromEntries(
  Object.entries(OF_PAGE).map(([kind, links]) => [
    kind,
    new WeightedList([...links, ...EVERYWHERE], ({ share }) => share),
  ]),
) as Record<PageKind, WeightedList<Link>>

/** The page a reader goes on to; undefined if the visit ends here. */
export function turnPage(random: SeededRandom, from: Page, shelf: Shelf): Turn | undefined {
  if (!random.chance(GOING_ON[from.kind])) return undefined
  const { to, element } = LINKS[from.kind].pick(random)
  const page = target(random, from, to, shelf)
  return page.path === from.path ? undefined : { page, ...(element && { element }) }
}

function target(random: SeededRandom, from: Page, to: Target, shelf: Shelf): Page {
  if (to !== 'shelf' && to !== 'next') return PAGES[to]
  const next = to === 'next' && from.article ? nextArticle(from.article) : undefined
  return articlePage(next && shelf.holds(next) ? next : shelf.fresh.pick(random))
}
