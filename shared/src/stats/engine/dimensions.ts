import { z } from 'zod'

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
  element: 'Element',
  event_type: 'Conversion type',
  product: 'Product',
  experiment: 'Experiment',
  variant: 'Variant',
  hour_of_week: 'Hour of the week',
} as const satisfies Record<string, string>

export const Dimension = z.enum(
  Object.keys(DIMENSIONS) as [keyof typeof DIMENSIONS, ...(keyof typeof DIMENSIONS)[]],
)
export type Dimension = z.infer<typeof Dimension>
