import { z } from 'zod'

/** How a figure is written, and which way is better. */
export interface MetricFacts {
  readonly label: string
  readonly unit: 'count' | 'percent' | 'seconds' | 'ratio' | 'gbp'
  /** A rise of it is good news, bad news, or neither. */
  readonly better: 'higher' | 'lower' | 'neither'
  /** What is counted, over what, in a sentence for the people who read the figure. */
  readonly definition: string
}

/**
 * The figures that can be asked for. A visit is a session with at least one page view in the range; what a filter
 * leaves out is left out of every part of a figure. Only of the conversion rate do filters on conversions choose which
 * ones count, and not which visits.
 */
export const METRICS = {
  page_views: {
    label: 'Page views',
    unit: 'count',
    better: 'higher',
    definition: 'Pages shown to readers who consented; a reload counts again.',
  },
  sessions: {
    label: 'Sessions',
    unit: 'count',
    better: 'higher',
    definition: 'Sessions with at least one page view. A session is one browser tab, until it is closed.',
  },
  views_per_visit: {
    label: 'Views per session',
    unit: 'ratio',
    better: 'higher',
    definition: 'Page views divided by sessions.',
  },
  visit_duration: {
    label: 'Session duration',
    unit: 'seconds',
    better: 'higher',
    definition:
      'Mean time from the first to the last event of a session; a session of one event lasts 0 seconds.',
  },
  bounce_rate: {
    label: 'Bounce rate',
    unit: 'percent',
    better: 'lower',
    definition:
      'Share of sessions with one page view, no click, no conversion and less than 10 seconds of reading.',
  },
  engaged_time: {
    label: 'Engaged time',
    unit: 'seconds',
    better: 'higher',
    definition: 'Mean time per session in which an article was visible and focused.',
  },
  scroll_depth: {
    label: 'Scroll depth',
    unit: 'percent',
    better: 'higher',
    definition: 'Mean of the deepest point that each session reached in an article, in percent of its body.',
  },
  clicks: {
    label: 'Clicks',
    unit: 'count',
    better: 'higher',
    definition: 'Clicks on declared elements and on links that leave the magazine.',
  },
  conversions: {
    label: 'Conversions',
    unit: 'count',
    better: 'higher',
    definition: 'Sign-ups, downloads, messages, affiliate clicks, gift clicks and review views.',
  },
  conversion_rate: {
    label: 'Conversion rate',
    unit: 'percent',
    better: 'higher',
    definition: 'Share of sessions with at least one conversion.',
  },
  revenue: {
    label: 'Estimated value',
    unit: 'gbp',
    better: 'higher',
    definition: 'Sum of the values that conversions carry in pounds: an estimate, not a payment.',
  },
} as const satisfies Record<string, MetricFacts>

export const Metric = z.enum(Object.keys(METRICS) as [keyof typeof METRICS, ...(keyof typeof METRICS)[]])
export type Metric = z.infer<typeof Metric>
