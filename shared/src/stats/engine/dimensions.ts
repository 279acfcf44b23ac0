import { z } from 'zod'
import { ACCEPTED_LATER_SOURCE, INTERNAL_SOURCE } from '../../domain/known-sources.ts'

/** What figures can be broken down by and filtered by, with the names that people read. */
export const DIMENSIONS = {
  page: 'Page',
  entry: 'Entry page',
  exit: 'Exit page',
  channel: 'Channel',
  source: 'Source',
  referrer: 'Referrer',
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_campaign: 'UTM campaign',
  utm_term: 'UTM term',
  utm_content: 'UTM content',
  country: 'Country',
  language: 'Language',
  device: 'Device',
  browser: 'Browser',
  os: 'Operating system',
  screen: 'Screen',
  category: 'Category',
  author: 'Author',
  read_depth: 'Depth reached',
  element: 'Element',
  event_type: 'Conversion type',
  product: 'Product',
  experiment: 'Experiment',
  variant: 'Variant',
  hour_of_week: 'Hour of the week',
} as const satisfies Record<string, string>

/** Their values are paths of pages. */
export const PAGE_DIMENSIONS: ReadonlySet<keyof typeof DIMENSIONS> = new Set(['page', 'entry', 'exit'])

/** What values of a dimension mean, where its name does not say it. */
export const DIMENSION_DEFINITIONS: Partial<Record<keyof typeof DIMENSIONS, string>> = {
  channel:
    'Kind of source. Internal: a new tab opened from one of our pages, whose session is not known. Unknown: the reader accepted on a later page, and nothing is recorded before that.',
  source: `Where the session came from: what the campaign names, otherwise the linking site. Direct: neither. “${INTERNAL_SOURCE}”: opened from one of our pages, whose session is not known. “${ACCEPTED_LATER_SOURCE}”: nothing is recorded before a reader accepts, so the source is unknown.`,
  read_depth:
    'How much of an article was scrolled into view, in steps of 25%. A session is in a row for each depth to which it read an article.',
  event_type:
    'Type of the conversion. Goals that are pages, elements or scroll depths have none, and are in no row.',
}

export const Dimension = z.enum(
  Object.keys(DIMENSIONS) as [keyof typeof DIMENSIONS, ...(keyof typeof DIMENSIONS)[]],
)
export type Dimension = z.infer<typeof Dimension>
