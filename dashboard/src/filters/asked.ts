import { DIMENSIONS, type Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { Metric, METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Bucket, Comparison, Filter } from '@half-measure/shared/stats/engine/question.ts'
import { MOST_FILTERS } from './explore-view.ts'

/** The part of a view that every question of a page shares. */
export interface Scope {
  filters: Filter[]
  compare: Comparison | null
  /** From every row, even where a share of them would do. */
  exact: boolean
}

/** Figures that add up; of the others, a row of one visit says as much as one of a thousand. */
export function addsUp(metric: Metric): boolean {
  return METRICS[metric].unit === 'count' || METRICS[metric].unit === 'gbp'
}

/** What every question of a page says alike. */
export function scopeAsked({ filters, compare, exact }: Scope) {
  return { filters, exact, ...(compare && { compare }) }
}

/** Every figure over time and in all: the cards and the chart ask once. */
export function seriesAsked(scope: Scope, interval: Bucket) {
  return { ...scopeAsked(scope), metrics: Metric.options, interval }
}

/**
 * What a breakdown shows: the figure it is ordered by, and where that is not the chosen one, the chosen one beside it.
 * What readers do is counted by what they did.
 */
export function panelMetrics(dimension: Dimension, chosen: Metric): [Metric] | [Metric, Metric] {
  const own = OWN_METRICS[dimension]
  if (own) return own
  return addsUp(chosen) ? [chosen] : ['sessions', chosen]
}

/** A breakdown of the chosen figure. */
export function breakdownAsked(scope: Scope & { metric: Metric }, dimension: Dimension) {
  return {
    ...scopeAsked(scope),
    metrics: panelMetrics(dimension, scope.metric),
    filters: panelFilters(dimension, scope.filters),
  }
}

/** What a breakdown counts: of campaigns, the visits that came by one, which are few among those that did not. */
function panelFilters(dimension: Dimension, filters: Filter[]): Filter[] {
  if (!dimension.startsWith('utm_') || filters.length >= MOST_FILTERS) return filters
  return [...filters, { operator: 'is_not', dimension, values: [''] }]
}

/** What a breakdown in full shows, the order it begins with first. */
export function detailMetrics(dimension: Dimension): [Metric, ...Metric[]] {
  return OWN_METRICS[dimension] ?? DETAIL_METRICS
}

/** `Page` or `Hour of the week`, as it stands above a column. */
export function dimensionLabel(dimension: Dimension): string {
  return DIMENSIONS[dimension]
}

const OWN_METRICS: Partial<Record<Dimension, [Metric, Metric]>> = {
  element: ['clicks', 'sessions'],
  event_type: ['conversions', 'revenue'],
  product: ['conversions', 'revenue'],
  experiment: ['sessions', 'conversion_rate'],
  variant: ['sessions', 'conversion_rate'],
}

const DETAIL_METRICS: [Metric, ...Metric[]] = [
  'sessions',
  'page_views',
  'bounce_rate',
  'engaged_time',
  'scroll_depth',
  'clicks',
  'conversions',
  'revenue',
]
