import { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { type Bucket, BUCKETS } from '@half-measure/shared/stats/engine/stats-query.ts'
import { type PageParams, readChoice } from '../../filters/scope.ts'
import { type PanelId, panelIds, PANELS } from './explore-query.ts'

/** A breakdown in full. */
export interface Details {
  dimension: Dimension
  /** Text within the value; empty for all. */
  search: string
  order: { metric: Metric; descending: boolean } | null
}

/** What Explore shows of its scope. It lives in the address. */
export interface ExploreView {
  /** The metric of the chart and the breakdowns. */
  metric: Metric
  /** Null for the interval that suits the period. */
  interval: Bucket | null
  panels: Record<PanelId, Dimension>
  details: Details | null
}

const DEFAULT_METRIC: Metric = 'sessions'

export function readExploreView(params: URLSearchParams): { view: ExploreView; problems: string[] } {
  const problems: string[] = []
  const choose = <T extends string>(name: string, options: readonly T[], fallback: T) =>
    readChoice(params, name, options, fallback, (problem) => problems.push(problem))
  const interval = choose('interval', [...BUCKETS, 'auto'] as const, 'auto')
  const panels = panelIds.map((panel) => {
    const { dimensions } = PANELS[panel]
    return [panel, choose<Dimension>(panel, dimensions, dimensions[0])]
  })
  return {
    view: {
      metric: choose('metric', Metric.options, DEFAULT_METRIC),
      interval: interval === 'auto' ? null : interval,
      panels: Object.fromEntries(panels) as ExploreView['panels'],
      details: readDetails(params),
    },
    problems,
  }
}

/** Any part of the view, and any of its panels. */
type PartialView = Partial<Omit<ExploreView, 'panels'>> & { panels?: Partial<ExploreView['panels']> }

/** The parameters that a part of the view becomes; defaults are left out. */
export function exploreParams({ metric, interval, panels, details }: PartialView): PageParams {
  const params: Record<string, string | null> = {}
  if (metric !== undefined) params['metric'] = metric === DEFAULT_METRIC ? null : metric
  if (interval !== undefined) params['interval'] = interval
  for (const [panel, dimension] of Object.entries(panels ?? {})) {
    params[panel] = dimension === PANELS[panel as PanelId].dimensions[0] ? null : dimension
  }
  if (details !== undefined) {
    const order = details?.order
    params['details'] = details?.dimension ?? null
    params['search'] = details?.search || null
    params['order'] = order ? `${order.descending ? '-' : ''}${order.metric}` : null
  }
  return params
}

/** Null for invalid parameters: no dialog is open. */
function readDetails(params: URLSearchParams): Details | null {
  const dimension = Dimension.safeParse(params.get('details'))
  if (!dimension.success) return null
  const order = params.get('order') ?? ''
  const metric = Metric.safeParse(order.replace(/^-/, ''))
  return {
    dimension: dimension.data,
    search: searchOf(params),
    order: metric.success ? { metric: metric.data, descending: order.startsWith('-') } : null,
  }
}

/** What is searched for in the details. */
export function searchOf(params: URLSearchParams): string {
  return params.get('search') ?? ''
}
