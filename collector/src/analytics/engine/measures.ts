import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'

/** What is added up to make figures: each comes from one part of a plan. */
export const MEASURES = [
  'page_views',
  'sessions',
  'visits',
  'duration_ms',
  'bounces',
  'active_ms',
  'depth_sum',
  'depths',
  'clicks',
  'conversions',
  'revenue',
  'converted',
  'rate_visits',
] as const
export type Measure = (typeof MEASURES)[number]

interface Formula {
  /** What it is made of. */
  readonly of: readonly Measure[]
  /** Null where there is nothing to divide by. */
  readonly sql: string
}

const count = (measure: Measure): Formula => ({ of: [measure], sql: measure })

/** How each figure is made of measures; `shared/stats/engine/metrics.ts` says it in words. */
export const FORMULAS: Readonly<Record<Metric, Formula>> = {
  page_views: count('page_views'),
  sessions: count('sessions'),
  views_per_visit: { of: ['page_views', 'sessions'], sql: 'page_views / nullIf(sessions, 0)' },
  visit_duration: { of: ['duration_ms', 'visits'], sql: 'duration_ms / 1000 / nullIf(visits, 0)' },
  bounce_rate: { of: ['bounces', 'visits'], sql: '100 * bounces / nullIf(visits, 0)' },
  engaged_time: { of: ['active_ms', 'sessions'], sql: 'active_ms / 1000 / nullIf(sessions, 0)' },
  scroll_depth: { of: ['depth_sum', 'depths'], sql: 'depth_sum / nullIf(depths, 0)' },
  clicks: count('clicks'),
  conversions: count('conversions'),
  conversion_rate: { of: ['converted', 'rate_visits'], sql: '100 * converted / nullIf(rate_visits, 0)' },
  revenue: count('revenue'),
}

/** Of nothing at all. */
export function emptyFigure(metric: Metric): 0 | null {
  return FORMULAS[metric].of.length === 1 ? 0 : null
}

/** The measures that some figures are made of, in order. */
export function measuresOf(metrics: readonly Metric[]): Measure[] {
  const needed = new Set(metrics.flatMap((metric) => FORMULAS[metric].of))
  return MEASURES.filter((measure) => needed.has(measure))
}
