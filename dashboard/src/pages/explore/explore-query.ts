import type { FigureDefinition } from '@half-measure/shared/stats/definitions.ts'
import {
  type Dimension,
  DIMENSION_DEFINITIONS,
  DIMENSIONS,
} from '@half-measure/shared/stats/engine/dimensions.ts'
import { type Metric, METRICS } from '@half-measure/shared/stats/engine/metrics.ts'
import { type Filter, MAX_FILTERS } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { StatsQueryInput } from '../../api/stats.ts'
import { addsUp } from '../../charts/extremes.ts'

interface PanelDefinition {
  readonly title: string
  /** The first one is the default. */
  readonly dimensions: readonly [Dimension, ...Dimension[]]
}

/** The breakdowns, in their order. */
export const PANELS = {
  pages: { title: 'Pages', dimensions: ['page', 'entry', 'exit'] },
  sources: { title: 'Sources', dimensions: ['channel', 'source', 'referrer'] },
  content: { title: 'Articles', dimensions: ['category', 'author', 'read_depth'] },
  campaigns: {
    title: 'Campaigns',
    dimensions: ['utm_campaign', 'utm_source', 'utm_medium', 'utm_term', 'utm_content'],
  },
  actions: { title: 'Actions', dimensions: ['event_type', 'product', 'element'] },
  experiments: { title: 'Experiments', dimensions: ['experiment', 'variant'] },
  countries: { title: 'Countries', dimensions: ['country', 'language'] },
  technology: { title: 'Technology', dimensions: ['device', 'browser', 'os', 'screen'] },
} as const satisfies Record<string, PanelDefinition>

export type PanelId = keyof typeof PANELS
export const panelIds = Object.keys(PANELS) as PanelId[]

/** The part that every query of the page shares. */
export type ScopeQuery = Pick<StatsQueryInput, 'filters' | 'compare'>

/** A few long sessions move the mean, and not the median: each is shown beside the other. */
export const BESIDE: Partial<Record<Metric, { readonly metric: Metric; readonly word: string }>> = {
  session_duration: { metric: 'median_duration', word: 'median' },
  median_duration: { metric: 'session_duration', word: 'mean' },
  engaged_time: { metric: 'median_engaged_time', word: 'median' },
  median_engaged_time: { metric: 'engaged_time', word: 'mean' },
}

/** The metric that the breakdown is sorted by, then the selected metric if it differs, and its companion. */
export function panelMetrics(dimension: Dimension, chosen: Metric): [Metric, ...Metric[]] {
  const own = OWN_METRICS[dimension]
  if (own) return own
  if (addsUp(chosen)) return [chosen]
  const beside = BESIDE[chosen]
  return ['sessions', chosen, ...(beside ? [beside.metric] : [])]
}

/** What the figures of a breakdown count. */
export function breakdownDefinitions(
  dimension: Dimension,
  metrics: readonly Metric[],
): readonly FigureDefinition[] {
  const definition = DIMENSION_DEFINITIONS[dimension]
  return [
    ...(definition === undefined ? [] : [{ label: DIMENSIONS[dimension], definition }]),
    ...metrics.map((metric) => METRICS[metric]),
  ]
}

export function breakdownQuery(scope: ScopeQuery, dimension: Dimension, metric: Metric): StatsQueryInput {
  return {
    ...scope,
    metrics: panelMetrics(dimension, metric),
    filters: panelFilters(dimension, scope.filters ?? []),
  }
}

/** Whether a breakdown leaves sessions out: those without a campaign would outnumber all campaigns. */
export function isPartOfAll(dimension: Dimension): boolean {
  return dimension.startsWith('utm_')
}

function panelFilters(dimension: Dimension, filters: readonly Filter[]): Filter[] {
  if (!isPartOfAll(dimension) || filters.length >= MAX_FILTERS) return [...filters]
  return [...filters, { operator: 'is_not', dimension, values: [''] }]
}

/** The columns of a breakdown in full; it is sorted by the first. */
export function detailMetrics(dimension: Dimension): [Metric, ...Metric[]] {
  return OWN_METRICS[dimension] ?? DETAIL_METRICS
}

/** Reader actions are counted by frequency. Variants are compared on Experiments, which knows when to trust a rate. */
const OWN_METRICS: Partial<Record<Dimension, [Metric] | [Metric, Metric]>> = {
  element: ['clicks', 'sessions'],
  event_type: ['goals', 'revenue'],
  product: ['goals', 'revenue'],
  experiment: ['sessions'],
  variant: ['sessions'],
}

const DETAIL_METRICS: [Metric, ...Metric[]] = [
  'sessions',
  'page_views',
  'bounce_rate',
  'session_duration',
  'median_duration',
  'engaged_time',
  'median_engaged_time',
  'scroll_depth',
  'read_75',
  'clicks',
  'goals',
  'conversion_rate',
  'revenue',
]
