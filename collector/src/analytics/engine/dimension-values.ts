import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { SESSION_LISTS } from '../../warehouse/sessions/session-columns.ts'

/** Lists with an entry for each event. */
export type EventList = Exclude<keyof typeof SESSION_LISTS, 'pages'>

/**
 * What a value of a dimension belongs to:
 *
 * - `session`: a whole session, as one of its columns.
 * - `event`: each event, by where or when it happened. Assignments have no such values.
 * - `action`: events of one list; a session has the value if it has such an event.
 */
export type DimensionKind =
  | { readonly of: 'session'; readonly column: string }
  | { readonly of: 'event' }
  | { readonly of: 'action'; readonly list: EventList; readonly value: string }

const session = (column: string): DimensionKind => ({ of: 'session', column })
const EVENT: DimensionKind = { of: 'event' }
const action = (list: EventList, value: string): DimensionKind => ({ of: 'action', list, value })

/** `type`, or `type:id` where the element has an id. */
export const ELEMENT = "if(element_id = '', toString(element_type), concat(element_type, ':', element_id))"

/** The greatest reported depth reached on a page, in percent. */
const READ_DEPTH =
  "multiIf(depth >= 100, '100', depth >= 75, '75', depth >= 50, '50', depth >= 25, '25', '0')"

export const DIMENSION_KINDS: Readonly<Record<Dimension, DimensionKind>> = {
  entry: session('entry'),
  exit: session('exit'),
  channel: session('channel'),
  source: session('source'),
  referrer: session('referrer'),
  utm_source: session('utm_source'),
  utm_medium: session('utm_medium'),
  utm_campaign: session('utm_campaign'),
  utm_term: session('utm_term'),
  utm_content: session('utm_content'),
  country: session('country'),
  language: session('language'),
  device: session('device'),
  browser: session('browser'),
  os: session('os'),
  screen: session('screen'),
  page: EVENT,
  category: EVENT,
  author: EVENT,
  hour_of_week: EVENT,
  read_depth: action('readings', READ_DEPTH),
  element: action('clicks', ELEMENT),
  event_type: action('conversions', 'event_type'),
  product: action('conversions', 'product'),
  experiment: action('assignments', 'test'),
  variant: action('assignments', 'variant'),
}

/** In a split by goals, the conversion rate is a share of all sessions. */
export function isOfGoals(dimension: Dimension | undefined): boolean {
  const kind = dimension && DIMENSION_KINDS[dimension]
  return kind?.of === 'action' && kind.list === 'conversions'
}

/**
 * An array function over the events of a list: `over('clicks', 'arrayCount', "page = '/'")`. `sql` is in the columns
 * of the list; only the columns that it names are read.
 */
export function over(list: EventList, fold: string, sql: string): string {
  const used = SESSION_LISTS[list].filter((column) => new RegExp(`\\b${column}\\b`).test(sql))
  const columns = used.length > 0 ? used : (['at'] as const)
  return `${fold}((${columns.join(', ')}) -> ${sql}, ${columns.map((column) => `${list}.${column}`).join(', ')})`
}

/** Distinct values of the events of a list that meet the conditions. */
export function distinctValues(list: EventList, value: string, conditions: readonly string[]): string {
  if (list === 'views' && value === 'page' && conditions.length === 0) return 'pages.page'
  if (conditions.length === 0) return `arrayDistinct(${over(list, 'arrayMap', `toString(${value})`)})`
  return `arrayDistinct(arrayMap(one -> one.2,
    arrayFilter(one -> one.1, ${over(list, 'arrayMap', `(${conditions.join(' AND ')}, toString(${value}))`)})))`
}
