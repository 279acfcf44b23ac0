/** The day each article came out, in days before the edition date, newest first. */
export const SCHEDULE = [
  { slug: 'uk-brewery-closures', daysAgo: 1 },
  { slug: 'gen-z-beer-culture', daysAgo: 3 },
  { slug: 'alcohol-free-boom', daysAgo: 4 },
  { slug: 'brewdog-delisting', daysAgo: 6 },
  { slug: 'advertising-controversy', daysAgo: 8 },
  { slug: 'cryo-hops-innovation', daysAgo: 9 },
  { slug: '3pm-slump', daysAgo: 12 },
  { slug: 'grandfather-drank-better', daysAgo: 15 },
  { slug: 'brussels-changed-everything', daysAgo: 18 },
  { slug: 'sleep-disrupted', daysAgo: 21 },
  { slug: 'brewery-lying', daysAgo: 24 },
  { slug: 'professional-day-drinking', daysAgo: 28 },
  { slug: 'pine-beer', daysAgo: 32 },
  { slug: 'friday-ritual-cost', daysAgo: 35 },
  { slug: 'wednesday-wine', daysAgo: 38 },
  { slug: 'tokyo-drinking', daysAgo: 42 },
  { slug: 'optimization-trap', daysAgo: 45 },
  { slug: 'wednesday-friday', daysAgo: 48 },
] as const

export type ArticleSlug = (typeof SCHEDULE)[number]['slug']

/** Newest first. */
export const ARTICLE_SLUGS: readonly ArticleSlug[] = SCHEDULE.map(({ slug }) => slug)

export const REVIEW_DAYS_AGO = 5

/** Two series of articles, each in reading order. */
const SEQUENCES: readonly (readonly ArticleSlug[])[] = [
  ['3pm-slump', 'grandfather-drank-better', 'brussels-changed-everything'],
  [
    'sleep-disrupted',
    'brewery-lying',
    'professional-day-drinking',
    'pine-beer',
    'friday-ritual-cost',
    'wednesday-wine',
    'tokyo-drinking',
    'optimization-trap',
    'wednesday-friday',
  ],
  [
    'uk-brewery-closures',
    'gen-z-beer-culture',
    'alcohol-free-boom',
    'brewdog-delisting',
    'advertising-controversy',
    'cryo-hops-innovation',
  ],
]

export interface Neighbour {
  readonly slug: ArticleSlug
  /** Shown instead of the article's title. */
  readonly label?: string
}

/** The last article leads to Brussels, where the first run ends. */
const BRUSSELS: Neighbour = { slug: 'brussels-changed-everything', label: 'Brussels' }

/** The previous and the next article; both undefined for a slug outside the sequences. */
export function neighbours(slug: ArticleSlug): Record<'previous' | 'next', Neighbour | undefined> {
  const run = SEQUENCES.find((sequence) => sequence.includes(slug)) ?? []
  const at = run.indexOf(slug)
  const neighbour = (other: ArticleSlug | undefined) => other && { slug: other }
  return {
    previous: neighbour(run[at - 1]),
    next: slug === 'wednesday-friday' ? BRUSSELS : neighbour(run[at + 1]),
  }
}
