import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Figures } from '@half-measure/shared/stats/engine/stats-result.ts'

/** The SQL aggregates that metrics are computed from, over rows of sessions or events (`subqueries.ts`). */
export const MEASURES = {
  sessions: 'countIf(is_session)',
  duration_ms: 'sumIf(length_ms, is_session)',
  median_ms: 'quantileExactInclusiveIf(0.5)(length_ms, is_session)',
  bounces: 'countIf(is_session AND bounced)',
  active_ms: 'sum(read_ms)',
  median_active_ms: 'quantileExactInclusiveIf(0.5)(read_ms, is_session)',
  depth_sum: 'sum(deepest)',
  depths: 'sum(pages_read)',
  reading_sessions: 'countIf(pages_read > 0)',
  article_sessions: 'countIf(is_session AND opened)',
  read_25: 'countIf(is_session AND opened AND article_depth >= 25)',
  read_50: 'countIf(is_session AND opened AND article_depth >= 50)',
  read_75: 'countIf(is_session AND opened AND article_depth >= 75)',
  read_100: 'countIf(is_session AND opened AND article_depth >= 100)',
  page_views: 'sum(viewed)',
  clicks: 'sum(clicked)',
  goals: 'sum(reached)',
  revenue: 'sum(earned)',
  rate_sessions: 'countIf(in_rate)',
  converted: 'countIf(has_converted)',
} as const
export type Measure = keyof typeof MEASURES

interface Formula {
  /** The measures it is computed from. A row is returned where any of them is above zero. */
  readonly of: readonly Measure[]
  /** Null where there is nothing to divide by. */
  readonly sql: string
  /** The sessions that it is a mean or a share of; undefined for counts and sums. */
  readonly among?: Measure
}

/** The formula of each metric over its measures; `shared/src/stats/engine/metrics.ts` defines it in words. */
const FORMULAS: Readonly<Record<Metric, Formula>> = {
  page_views: { of: ['page_views'], sql: 'page_views' },
  sessions: { of: ['sessions'], sql: 'sessions' },
  views_per_session: ofAllSessions('page_views', 'page_views / nullIf(sessions, 0)'),
  session_duration: ofAllSessions('duration_ms', 'duration_ms / 1000 / nullIf(sessions, 0)'),
  median_duration: ofAllSessions('median_ms', 'if(sessions = 0, NULL, median_ms / 1000)'),
  bounce_rate: ofAllSessions('bounces', '100 * bounces / nullIf(sessions, 0)'),
  engaged_time: ofAllSessions('active_ms', 'active_ms / 1000 / nullIf(sessions, 0)'),
  median_engaged_time: ofAllSessions('median_active_ms', 'if(sessions = 0, NULL, median_active_ms / 1000)'),
  scroll_depth: {
    of: ['depth_sum', 'depths'],
    sql: 'depth_sum / nullIf(depths, 0)',
    among: 'reading_sessions',
  },
  read_25: shareOfArticleSessions('read_25'),
  read_50: shareOfArticleSessions('read_50'),
  read_75: shareOfArticleSessions('read_75'),
  read_100: shareOfArticleSessions('read_100'),
  clicks: { of: ['clicks'], sql: 'clicks' },
  goals: { of: ['goals'], sql: 'goals' },
  conversion_rate: {
    of: ['converted', 'rate_sessions'],
    sql: '100 * converted / nullIf(rate_sessions, 0)',
    among: 'rate_sessions',
  },
  revenue: { of: ['revenue', 'goals'], sql: 'revenue' },
}

function ofAllSessions(measure: Measure, sql: string): Formula {
  return { of: [measure, 'sessions'], sql, among: 'sessions' }
}

function shareOfArticleSessions(measure: 'read_25' | 'read_50' | 'read_75' | 'read_100'): Formula {
  const of = [measure, 'article_sessions'] as const
  return { of, sql: `100 * ${measure} / nullIf(article_sessions, 0)`, among: 'article_sessions' }
}

/**
 * The formula of a metric, null where it is a mean or share of fewer sessions.
 *
 * @param minSessions SQL for the number of sessions; undefined for 0.
 */
export function figureSql(metric: Metric, minSessions: string | undefined): string {
  const { sql, among } = FORMULAS[metric]
  return among === undefined || minSessions === undefined
    ? sql
    : `if(${among} < ${minSessions}, NULL, ${sql})`
}

/** The measures that these metrics need, in order. @param minSessions as for `figureSql`. */
export function measuresOf(metrics: readonly Metric[], minSessions: string | undefined): Measure[] {
  const needed = new Set(
    metrics.flatMap((metric) => {
      const { of, among } = FORMULAS[metric]
      return among === undefined || minSessions === undefined ? of : [...of, among]
    }),
  )
  return (Object.keys(MEASURES) as Measure[]).filter((measure) => needed.has(measure))
}

/** The figures of a row, whose values are in the order of the metrics; without a row, empty figures. */
export function figuresOf(metrics: readonly Metric[], row: readonly (number | null)[] = []): Figures {
  return Object.fromEntries(
    metrics.map((metric, i) => {
      const figure = row[i]
      return [metric, figure === undefined ? emptyFigure(metric) : rounded(figure)]
    }),
  )
}

/** Figures for a time before counting began: null, not zero. */
export function notCounted(metrics: readonly Metric[]): Figures {
  return Object.fromEntries(metrics.map((metric) => [metric, null]))
}

/** Not a count or a sum: null, not 0, where there is nothing to divide by. */
export function isMeanOrShare(metric: Metric): boolean {
  return FORMULAS[metric].among !== undefined
}

/** The value of a metric where there is no data. */
function emptyFigure(metric: Metric): 0 | null {
  return isMeanOrShare(metric) ? null : 0
}

/** Six decimals: summing in a different order only changes later digits. */
function rounded(figure: number | null): number | null {
  return figure === null ? null : Math.round(figure * 1e6) / 1e6
}
