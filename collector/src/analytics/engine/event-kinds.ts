import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'

/** The kinds of event that figures are made of, each with its raw table. */
export const TABLE_OF = {
  views: 'page_views',
  clicks: 'click_events',
  conversions: 'conversion_events',
  engagement: 'engagement_events',
  assignments: 'ab_test_assignments',
} as const
export type EventKind = keyof typeof TABLE_OF

/** When an event of the kind happened. */
export function timeOf(kind: EventKind): 'created_at' | 'assigned_at' {
  return kind === 'assignments' ? 'assigned_at' : 'created_at'
}

/**
 * What a value of a dimension belongs to.
 *
 * - `visit`: to a whole visit, by its first page view in the range, or by its last one.
 * - `moment`: to each event by itself, by where or when it happened. An assignment happens nowhere.
 * - `action`: to events of one kind; a visit has the value by having such an event.
 */
export type Belonging =
  | {
      readonly to: 'visit'
      /** Of `page_views`, and of `visits_1h`. */
      readonly column: string
      readonly rolled: string
      readonly view: 'first' | 'last'
    }
  | { readonly to: 'moment' }
  | { readonly to: 'action'; readonly kind: EventKind; readonly value: string }

const ofFirstView = (column: string, rolled = column): Belonging => ({
  to: 'visit',
  column,
  rolled: `first.${rolled}`,
  view: 'first',
})
const MOMENT: Belonging = { to: 'moment' }
const action = (kind: EventKind, value: string): Belonging => ({ to: 'action', kind, value })

/** `type`, or `type:id` where the element has an id. */
export const ELEMENT = "if(element_id = '', element_type, concat(element_type, ':', element_id))"

export const BELONGING: Readonly<Record<Dimension, Belonging>> = {
  entry: ofFirstView('page_path', 'page'),
  exit: { to: 'visit', column: 'page_path', rolled: 'last.page', view: 'last' },
  channel: ofFirstView('channel'),
  source: ofFirstView('source'),
  referrer: ofFirstView('referrer_host', 'referrer'),
  utm_source: ofFirstView('utm_source'),
  utm_medium: ofFirstView('utm_medium'),
  utm_campaign: ofFirstView('utm_campaign'),
  utm_term: ofFirstView('utm_term'),
  utm_content: ofFirstView('utm_content'),
  country: ofFirstView('country'),
  language: ofFirstView('language'),
  device: ofFirstView('device'),
  browser: ofFirstView('browser'),
  os: ofFirstView('os'),
  screen: ofFirstView('screen'),
  page: MOMENT,
  category: MOMENT,
  author: MOMENT,
  hour_of_week: MOMENT,
  element: action('clicks', ELEMENT),
  event_type: action('conversions', 'toString(event_type)'),
  product: action('conversions', 'product_name'),
  experiment: action('assignments', 'toString(test_name)'),
  variant: action('assignments', 'toString(variant)'),
}
