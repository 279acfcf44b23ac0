/** The day each article came out, in days before the edition date, newest first. */
const SCHEDULE = [
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

/** Days between publication and the edition date; 0 for slugs that are not in the table. */
export function daysAgo(slug: string): number {
  return SCHEDULE.find((entry) => entry.slug === slug)?.daysAgo ?? 0
}

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

export interface Neighbours {
  readonly previous?: Neighbour
  readonly next?: Neighbour
}

/** The previous and the next article; both absent for a slug outside the sequences. */
export function neighbours(slug: ArticleSlug): Neighbours {
  const run = SEQUENCES.find((sequence) => sequence.includes(slug)) ?? []
  const at = run.indexOf(slug)
  const previous = run[at - 1]
  const next = slug === 'wednesday-friday' ? BRUSSELS : named(run[at + 1])
  return { ...(previous && { previous: { slug: previous } }), ...(next && { next }) }
}

/** The last article leads to Brussels, where the first run ends. */
const BRUSSELS: Neighbour = { slug: 'brussels-changed-everything', label: 'Brussels' }

function named(slug: ArticleSlug | undefined): Neighbour | undefined {
  return slug && { slug }
}
