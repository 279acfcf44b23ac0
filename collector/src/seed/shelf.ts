import { type Article, ARTICLES } from './articles.ts'
import { WeightedList } from './weighted-list.ts'

const DAY_MS = 24 * 3_600_000

/** Articles at least this old were in the magazine before their date in the present edition. */
const ARCHIVE_DAYS_AGO = 21

/** What an article draws for ever, compared with the day on which it is new. */
const EVERGREEN = 0.12

/** Days after which a third of the first day's readers are left. */
const FADING_DAYS = 4

/**
 * How many readers an article draws at a moment, compared with others: most when it is new, fading to a floor.
 *
 * @param at and `until`, the end of the seeded time: milliseconds since 1970.
 */
export function popularity({ appeal, daysAgo }: Article, at: number, until: number): number {
  const age = (at - until) / DAY_MS + daysAgo
  if (age < 0) return daysAgo < ARCHIVE_DAYS_AGO ? 0 : appeal * EVERGREEN
  return appeal * (EVERGREEN + (1 - EVERGREEN) * Math.exp(-age / FADING_DAYS))
}

/** The articles that are there at a moment, with what draws readers to them. */
export function shelfAt(at: number, until: number): Shelf {
  const drawNow = (article: Article) => popularity(article, at, until)
  return {
    holds: (article) => drawNow(article) > 0,
    fresh: new WeightedList(ARTICLES, drawNow),
    // Who searches finds the old as easily as the new.
    lasting: new WeightedList(ARTICLES, (article) =>
      drawNow(article) === 0 ? 0 : drawNow(article) + article.appeal,
    ),
  }
}

/** The articles that are read in an hour. */
export interface Shelf {
  /** Weighted towards what is new. */
  readonly fresh: WeightedList<Article>
  /** Weighted towards what lasts. */
  readonly lasting: WeightedList<Article>
  /** Whether an article is out. */
  holds(article: Article): boolean
}
