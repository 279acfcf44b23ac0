import { z } from 'zod'
import type { FigureUnit } from '../definitions.ts'

/** How a figure is written, and which way is better. */
export interface MetricDefinition {
  readonly label: string
  readonly unit: FigureUnit
  /** A rise of it is good news, bad news, or neither. */
  readonly better: 'higher' | 'lower' | 'neither'
  /** What is counted, over what, in a sentence for the people who read the figure. */
  readonly definition: string
}

function readPast(depth: number, label: string) {
  return {
    label,
    unit: 'percent',
    better: 'higher',
    definition: `Share of the sessions that opened an article in which at least ${depth}% of one was scrolled into view.`,
  } as const
}

/**
 * The figures that can be queried, of readers who accepted. A session is what one browser tab did without a pause of 30
 * minutes; it belongs as a whole to the moment at which it began, so sums over days add up. Page views, clicks and goals
 * count by their own time. Filters leave things out of every part of a figure. The exception is the conversion rate:
 * filters on conversions choose which goals count, not which sessions.
 */
export const METRICS = {
  page_views: {
    label: 'Page views',
    unit: 'count',
    better: 'higher',
    definition: 'Pages shown to readers who accepted; a reload counts again.',
  },
  sessions: {
    label: 'Sessions',
    unit: 'count',
    better: 'higher',
    definition:
      'What a reader who accepted did in one browser tab and those opened from its links. It ends after 30 minutes without an event, and after 24 hours at the latest; it counts when it began.',
  },
  views_per_session: {
    label: 'Views per session',
    unit: 'ratio',
    better: 'higher',
    definition: 'Page views divided by sessions.',
  },
  session_duration: {
    label: 'Mean duration',
    unit: 'seconds',
    better: 'higher',
    definition:
      'Mean time from the first to the last event of a session. A session of a single event lasts 0 seconds.',
  },
  median_duration: {
    label: 'Median duration',
    unit: 'seconds',
    better: 'higher',
    definition: 'Half of the sessions lasted longer, from the first to the last event.',
  },
  bounce_rate: {
    label: 'Bounce rate',
    unit: 'percent',
    better: 'lower',
    definition:
      'Share of sessions with one page view, no click, no goal and less than 10 seconds of reading.',
  },
  engaged_time: {
    label: 'Mean engaged time',
    unit: 'seconds',
    better: 'higher',
    definition:
      'Mean time per session in which an article was visible and focused; 0 seconds in sessions without one.',
  },
  median_engaged_time: {
    label: 'Median engaged time',
    unit: 'seconds',
    better: 'higher',
    definition:
      'Half of the sessions had an article visible and focused for longer; 0 seconds in sessions without one.',
  },
  scroll_depth: {
    label: 'Mean scroll depth',
    unit: 'percent',
    better: 'higher',
    definition:
      'Mean of the deepest mark that a session reached in each article it read: 25, 50, 75 or 100% of the text. Reading that reached no mark counts as 0; articles without any reported reading are left out.',
  },
  read_25: readPast(25, 'Scrolled past 25%'),
  read_50: readPast(50, 'Scrolled past 50%'),
  read_75: readPast(75, 'Scrolled past 75%'),
  read_100: readPast(100, 'Scrolled to the end'),
  clicks: {
    label: 'Clicks',
    unit: 'count',
    better: 'higher',
    definition: 'Clicks on tracked elements and on outbound links.',
  },
  goals: {
    label: 'Goals',
    unit: 'count',
    better: 'higher',
    definition:
      'Events that reach a goal. Settings say which conversions, pages, elements and scroll depths are goals; by default, all conversions but review views.',
  },
  conversion_rate: {
    label: 'Conversion rate',
    unit: 'percent',
    better: 'higher',
    definition:
      'Share of sessions with at least one goal, as chosen in Settings. A filter on pages or conversions chooses the goals that count.',
  },
  revenue: {
    label: 'Estimated value',
    unit: 'gbp',
    better: 'higher',
    definition:
      'Sum of the values that goals carry in pounds: what a click may be worth, not a payment. Only conversions carry one.',
  },
} as const satisfies Record<string, MetricDefinition>

export const Metric = z.enum(Object.keys(METRICS) as (keyof typeof METRICS)[])
export type Metric = z.infer<typeof Metric>

/** What weekly reports and the results of a newsletter issue sum up, in their order. */
export const REPORTED_METRICS = [
  'sessions',
  'page_views',
  'engaged_time',
  'median_engaged_time',
  'goals',
  'conversion_rate',
  'revenue',
] as const satisfies readonly Metric[]
