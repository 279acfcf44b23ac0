import { publication } from '@half-measure/shared/publication.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { authors } from '../../content/authors.ts'
import { events } from '../../content/events.ts'
import { review } from '../../content/review.ts'
import { categories } from '../articles/categories.ts'
import { CATEGORIES } from '../articles/frontmatter.ts'
import { articles } from '../articles/library.ts'
import { Prose } from '../articles/Prose.tsx'
import { eventDates, eventLabel } from '../events/EventsSection.tsx'
import { PROSE_PAGES, prosePage } from '../pages/ProsePage.tsx'
import { paths } from '../paths.ts'
import { labelledTitle } from '../review/review-nodes.ts'
import type { ProseBody } from '../articles/article.ts'
import { type SearchEntry, wordsOf } from './find-entries.ts'

/** Pages that are lists or forms, with the words people search for. */
const WAYS: readonly (readonly [path: string, title: string, about: string])[] = [
  [paths.stories, 'Stories', 'The latest stories of the magazine.'],
  [paths.archive, 'Archive', 'Every story, by date.'],
  [paths.reviews, 'Reviews', 'One review, an advertisement feature.'],
  [paths.events, 'Beer Events', 'The calendar: festivals, talks, exhibitions and suppers.'],
  [paths.newsletter, 'Newsletter', `Subscribe to ${publication.newsletter}, free, with the guide.`],
  [paths.newsletterArchive, 'Past Issues', `${publication.newsletter}, as it was sent, with a feed.`],
  [paths.letters, 'Letters', 'Letters to the editor.'],
  [paths.contact, 'Contact', 'Write to the editors: a correction, a letter, a question.'],
]

/** `search.json`: everything that can be found, fetched with the first letter that a reader types. */
export function searchIndex(): string {
  const entries: SearchEntry[] = [
    ...articles.map(({ slug, title, excerpt, standfirst, category, author, kind, Body }) => ({
      path: paths.article(slug),
      title,
      about: excerpt,
      meta: [category, author, kind].join(' · '),
      words: distinct(standfirst, proseText(Body)),
    })),
    {
      path: paths.review,
      title: labelledTitle,
      about: review.excerpt,
      meta: `Reviews · ${review.author}`,
      words: distinct(
        ...review.intro,
        ...review.verdict.text,
        ...review.excluded.items.flatMap(({ name, reason }) => [name, reason]),
        ...review.products.flatMap((product) => [product.name, product.maker, product.description]),
      ),
    },
    ...authors.map(({ slug, name, bio, role, place }) => ({
      path: paths.author(slug),
      title: name,
      about: bio,
      meta: `${role} · ${place}`,
      words: '',
    })),
    ...events.map((event) => ({
      path: paths.event(event.id),
      title: event.name,
      about: event.description,
      meta: [`Event: ${eventLabel(event.type)}`, eventDates(event), event.location].join(' · '),
      lastDay: event.lastDay ?? event.date,
      words: distinct(...event.expect),
    })),
    ...CATEGORIES.map((category) => ({
      path: paths.category(categories[category].slug),
      title: category,
      about: categories[category].about,
      meta: 'Stories',
      words: '',
    })),
    ...WAYS.map(([path, title, about]) => ({ path, title, about, meta: 'Page', words: '' })),
    ...PROSE_PAGES.map(({ file, path }) => {
      const { title, description = '', Body } = prosePage(file)
      return { path, title, about: description, meta: 'About the magazine', words: distinct(proseText(Body)) }
    }),
  ]
  return JSON.stringify(entries)
}

function proseText(Body: ProseBody): string {
  return renderToStaticMarkup(<Prose Body={Body} />).replaceAll(/<[^>]*>|&[a-z#0-9]+;/g, ' ')
}

/** Sorted, which compresses best. Of any length: every word of a query has to be found. */
function distinct(...texts: readonly string[]): string {
  return [...new Set(texts.flatMap(wordsOf))].sort().join(' ')
}
