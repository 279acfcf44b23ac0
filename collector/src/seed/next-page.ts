import { nextArticle } from './articles.ts'
import { articlePage, type Page, type PageKind, PAGES } from './pages.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Shelf } from './shelf.ts'
import { WeightedList } from './weighted-list.ts'

/** A step to another page, and what was clicked for it. */
export interface Turn {
  readonly page: Page
  readonly element: { readonly element_type: string; readonly element_id: string }
}

/** Where a link leads: to a page, to an article off the shelf, or to the next article. */
type Target = Exclude<PageKind, 'article'> | 'shelf' | 'next'

interface Link {
  readonly to: Target
  readonly element_type: 'link' | 'button'
  readonly element_id: string
  /** Of those who go on from such a page. */
  readonly share: number
}

function link(share: number, to: Target, element_id: string): Link {
  return { to, element_type: 'link', element_id, share }
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

const HEADER = [
  link(5, 'stories', 'nav-stories'),
  link(1.2, 'about', 'nav-about'),
  link(1, 'philosophy', 'nav-manifesto'),
  link(2, 'newsletter', 'nav-newsletter'),
  link(0.5, 'contact', 'footer-contact'),
]

const byShare = ({ share }: Link) => share

const LINKS: Readonly<Record<PageKind, WeightedList<Link>>> = {
  home: new WeightedList(
    [
      ...HEADER,
      { to: 'shelf', element_type: 'button', element_id: 'hero-read-story', share: 14 },
      link(44, 'shelf', 'story-card'),
      link(9, 'shelf', 'further-reading'),
      link(5, 'reviews', 'nav-reviews'),
    ],
    byShare,
  ),
  stories: new WeightedList([...HEADER.slice(1), link(60, 'shelf', 'story-card')], byShare),
  article: new WeightedList(
    [
      ...HEADER,
      link(34, 'next', 'next-article'),
      link(16, 'shelf', 'related-story'),
      link(6, 'newsletter', 'want-more-like-this'),
      link(5, 'review', 'review-card'),
      link(6, 'home', 'logo'),
    ],
    byShare,
  ),
  reviews: new WeightedList([...HEADER, link(50, 'review', 'review-card')], byShare),
  review: new WeightedList(
    [...HEADER, link(20, 'shelf', 'related-story'), link(8, 'newsletter', 'want-more-like-this')],
    byShare,
  ),
  about: new WeightedList([...HEADER, link(20, 'shelf', 'start-here')], byShare),
  philosophy: new WeightedList([...HEADER, link(12, 'newsletter', 'manifesto-newsletter')], byShare),
  newsletter: new WeightedList([...HEADER, link(12, 'home', 'return-home')], byShare),
  contact: new WeightedList([...HEADER, link(6, 'home', 'return-home')], byShare),
}

/** The page a reader goes on to; undefined if the visit ends here. */
export function turnPage(random: SeededRandom, from: Page, shelf: Shelf): Turn | undefined {
  if (!random.chance(GOING_ON[from.kind])) return undefined
  const { to, element_type, element_id } = LINKS[from.kind].pick(random)
  const page = target(random, from, to, shelf)
  return page.path === from.path ? undefined : { page, element: { element_type, element_id } }
}

function target(random: SeededRandom, from: Page, to: Target, shelf: Shelf): Page {
  if (to !== 'shelf' && to !== 'next') return PAGES[to]
  const next = to === 'next' && from.article ? nextArticle(from.article) : undefined
  return articlePage(next && shelf.holds(next) ? next : shelf.fresh.pick(random))
}
