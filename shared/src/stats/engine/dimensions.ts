import { z } from 'zod'
import { ACCEPTED_LATER_SOURCE, INTERNAL_SOURCE, NO_VIEW_SOURCE } from '../../domain/known-sources.ts'

/** Dimensions to break down and filter figures by, with the names that people read. */
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

/** Reported depths of a text, in percent, as values of `read_depth`; 0 means none of them. */
export const READ_MARKS = ['25', '50', '75', '100'] as const

/** Their values are paths of pages. */
export const PAGE_DIMENSIONS: ReadonlySet<keyof typeof DIMENSIONS> = new Set(['page', 'entry', 'exit'])

const ON_EVERY_PAGE = 'A session is in the row of each page that it viewed'
const GOES_ON =
  'A session that goes on in a tab after a pause of 30 minutes keeps the source of the one before, unless a campaign or a linking site began it.'

/** Meaning of a dimension's values, if its name does not say it. */
export const DIMENSION_DEFINITIONS: Partial<Record<keyof typeof DIMENSIONS, string>> = {
  page: `${ON_EVERY_PAGE}, so sessions do not add up.`,
  entry: 'Page of the first view of a session; none if the session continues in a tab without a page view.',
  exit: 'Page of the last view of a session; none if the session continues in a tab without a page view.',
  category: `${ON_EVERY_PAGE}, by the category of the article.`,
  author: `${ON_EVERY_PAGE}, by the author of the article.`,
  hour_of_week: 'A session is in every hour in which it viewed a page, so sessions do not add up.',
  channel: `Kind of source, by the medium of the link’s campaign, otherwise by the linking site. Newsletter: the medium email or newsletter; a link without one in an email or somebody’s newsletter is Referral, or Direct. Paid: a medium such as cpc, or the click id of a Google or Microsoft advertisement. Search, Social, AI assistant: sites known as such. Referral: any other. Direct: no campaign and no linking site. Internal: a new tab opened from one of our pages, whose session is not known. Unknown: the reader accepted on a later page, and nothing is recorded before that; or the session has no page view. ${GOES_ON}`,
  source: `Where the session came from: what the campaign names, otherwise the linking site. Direct: neither. “${INTERNAL_SOURCE}”: opened from one of our pages, whose session is not known. “${ACCEPTED_LATER_SOURCE}”: nothing is recorded before a reader accepts. “${NO_VIEW_SOURCE}”: only page views say where a session came from. ${GOES_ON}`,
  read_depth:
    'The deepest mark that was reached in an article: 25, 50, 75 or 100% of its text, or none. A session is in a row for each depth to which it read an article.',
  event_type:
    'Type of the conversion. Goals that are pages, elements or scroll depths have none, and are in no row.',
  element: 'A session is in the row of each element that it clicked.',
  experiment:
    'Sessions in which a variant of the test was assigned: once for each tab with the tabs opened from its links.',
  variant:
    'Sessions in which the variant was assigned: once for each tab with the tabs opened from its links. Experiments compares variants.',
}

export const Dimension = z.enum(Object.keys(DIMENSIONS) as (keyof typeof DIMENSIONS)[])
export type Dimension = z.infer<typeof Dimension>
