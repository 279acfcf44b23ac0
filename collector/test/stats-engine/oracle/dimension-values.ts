import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { Happening, View } from '../happenings.ts'
import { zoned } from './bucket-start.ts'

/** What a value may depend on beside the event. */
export interface Surroundings {
  readonly tz: string
  readonly articles: readonly ListedArticle[]
}

/** Of dimensions that a visit has one value of: taken from its page views, of which there may be none. */
export const VISIT_VALUES: Partial<Record<Dimension, (views: readonly View[]) => string | undefined>> = {
  entry: (views) => views[0]?.path,
  exit: (views) => views.at(-1)?.path,
  channel: (views) => views[0]?.channel,
  source: (views) => views[0]?.source,
  referrer: (views) => views[0]?.referrer,
  utm_source: (views) => views[0]?.utm.source,
  utm_medium: (views) => views[0]?.utm.medium,
  utm_campaign: (views) => views[0]?.utm.campaign,
  utm_term: (views) => views[0]?.utm.term,
  utm_content: (views) => views[0]?.utm.content,
  country: (views) => views[0]?.country,
  language: (views) => views[0]?.language,
  device: (views) => views[0]?.device,
  browser: (views) => views[0]?.browser,
  os: (views) => views[0]?.os,
  screen: (views) => views[0]?.screen,
}

/** Of dimensions that only events of one kind have. */
export const ACTIONS: Partial<
  Record<Dimension, { kind: Happening['kind']; value: (happening: Happening) => string }>
> = {
  element: {
    kind: 'clicks',
    value: (h) => (h.kind !== 'clicks' ? '' : h.elementId === '' ? h.type : `${h.type}:${h.elementId}`),
  },
  event_type: { kind: 'conversions', value: (h) => (h.kind === 'conversions' ? h.type : '') },
  product: { kind: 'conversions', value: (h) => (h.kind === 'conversions' ? h.product : '') },
  experiment: { kind: 'assignments', value: (h) => (h.kind === 'assignments' ? h.test : '') },
  variant: { kind: 'assignments', value: (h) => (h.kind === 'assignments' ? h.variant : '') },
}

/** Of dimensions that every event with a page has; undefined for others. */
export function momentOf(
  dimension: Dimension,
  happening: Happening,
  { tz, articles }: Surroundings,
): string | undefined {
  if (happening.kind === 'assignments') return undefined
  const found = articles.find(({ path }) => path === happening.path)
  switch (dimension) {
    case 'page':
      return happening.path
    case 'category':
      return found?.category ?? ''
    case 'author':
      return found?.author ?? ''
    case 'hour_of_week': {
      const { dayOfWeek, hour } = zoned(happening.at, tz)
      return `${dayOfWeek}-${String(hour).padStart(2, '0')}`
    }
    default:
      return undefined
  }
}

/** Every value of a dimension that occurs in these sessions. */
export function valuesOf(
  dimension: Dimension,
  sessions: Iterable<readonly Happening[]>,
  surroundings: Surroundings,
): Set<string> {
  const values = new Set<string>()
  const action = ACTIONS[dimension]
  for (const session of sessions) {
    const ofVisit = VISIT_VALUES[dimension]?.(session.filter(isView))
    if (ofVisit !== undefined) values.add(ofVisit)
    for (const happening of session) {
      if (action?.kind === happening.kind) values.add(action.value(happening))
      const moment = momentOf(dimension, happening, surroundings)
      if (moment !== undefined) values.add(moment)
    }
  }
  return values
}

export function isView(happening: Happening): happening is View {
  return happening.kind === 'views'
}
