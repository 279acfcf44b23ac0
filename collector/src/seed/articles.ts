/** An article as far as it draws readers. */
export interface Article {
  readonly slug: string
  readonly title: string
  /** Days between publication and the end of the seeded time. */
  readonly daysAgo: number
  readonly readMinutes: number
  /** How many readers it draws, compared with others of its age. */
  readonly appeal: number
}

function article(slug: string, daysAgo: number, readMinutes: number, appeal: number, title: string): Article {
  return { slug, daysAgo, readMinutes, appeal, title }
}

/** Newest first. The magazine's own schedule, repeated here because programs do not import each other. */
export const ARTICLES: readonly Article[] = [
  article('uk-brewery-closures', 1, 20, 1.6, 'What the Auctioneer Knows'),
  article('gen-z-beer-culture', 3, 2, 1.2, 'The Minutes of the Tuesday Club'),
  article('alcohol-free-boom', 4, 7, 1.3, 'The Expensive Business of Leaving Things Out'),
  article('brewdog-delisting', 6, 7, 1.9, 'Letters on the Floor'),
  article('advertising-controversy', 8, 6, 0.8, 'A Picture of a Man Not Drinking'),
  article('cryo-hops-innovation', 9, 2, 0.7, 'The Cold Sieve'),
  article('3pm-slump', 12, 6, 1.1, 'An Appointment at Three'),
  article('grandfather-drank-better', 15, 6, 1.4, 'Your Grandfather Drank Better Than You'),
  article('brussels-changed-everything', 18, 10, 1.3, 'The Brussels Revelation'),
  article('sleep-disrupted', 21, 12, 2.1, 'Sleep, Disrupted: A Data Story'),
  article('brewery-lying', 24, 8, 1.5, 'Your Brewery Is Lying to You'),
  article('professional-day-drinking', 28, 10, 1.8, 'Day Drinking, as Done by Professionals'),
  article('pine-beer', 32, 6, 0.9, 'The Trouble with Drinking a Christmas Tree'),
  article('friday-ritual-cost', 35, 9, 0.9, 'An Audit of the Friday Ritual'),
  article('wednesday-wine', 38, 8, 1, 'The Wednesday Wine Principle'),
  article('tokyo-drinking', 42, 11, 1.2, 'Notes on Drinking in Tokyo'),
  article('optimization-trap', 45, 9, 0.8, 'The Optimization Trap'),
  article('wednesday-friday', 48, 7, 1, 'Why Wednesday Became the New Friday'),
]

/** Where an article does not lead to the one published before it: the ends of the three runs. */
const OTHER_NEXT: Readonly<Record<string, string | null>> = {
  'cryo-hops-innovation': null,
  'brussels-changed-everything': null,
  'wednesday-friday': 'brussels-changed-everything',
}

/** The article that the last line of one leads to, if it leads to any. */
export function nextArticle({ slug }: Article): Article | undefined {
  const other = OTHER_NEXT[slug]
  if (other === null) return undefined
  const index = other ? indexOf(other) : indexOf(slug) + 1
  return ARTICLES[index]
}

function indexOf(slug: string): number {
  return ARTICLES.findIndex((article) => article.slug === slug)
}
